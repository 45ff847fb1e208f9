// A peer that runs as its own process and speaks the line protocol of python_peer.py and peer.h.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
export async function processPeer(name, cmd, args, env = {}, label) {
  const p = spawn(cmd, args, {stdio: ['pipe', 'pipe', 'inherit'], env: {...process.env, ...env}});
  const waiting = [];
  const rl = createInterface({input: p.stdout});
  rl.on('line', l => waiting.shift()?.ok(l));
  p.on('exit', c => { for (const w of waiting.splice(0)) w.no(Error(name + ' ended, status ' + c)); });
  p.on('error', e => { for (const w of waiting.splice(0)) w.no(e); });
  const ask = async line => {
    const l = await new Promise((ok, no) => { waiting.push({ok, no}); p.stdin.write(line + '\n'); });
    if (l.startsWith('ERR')) throw Error(l.slice(4));
    return l;
  };
  const list = new Set((await ask('LIST')).split(' '));
  const info = JSON.parse(await ask('INFO'));
  return {name, env: label || 'native', info,
    has: id => list.has(id) ? true : '',
    setup: id => ask('SETUP ' + id), procClock: true, run: async (id, n) => (await ask(`RUN ${id} ${n}`)).split(' ').map(Number),   // wall and on-CPU seconds
   
    check: async id => (await ask('CHECK ' + id)).split(' ').map(Number), teardown: id => ask('TEARDOWN ' + id),
    close: () => { p.stdin.end('QUIT\n'); }};
}
