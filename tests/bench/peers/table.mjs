// ./dev bench --peers: what peers.mjs measures, as a table. Each cell is the median in microseconds and how many times the first peer's time that is.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { byId } from './workloads.mjs';

const words = process.argv.slice(2).filter((word) => word !== '--peers');
const named = words.filter((word, i) => !word.startsWith('--') && words[i - 1] !== '--only');
const peers = named.length ? named : ['engine-wasm', 'tfjs-wasm'];
const child = spawn('node', [fileURLToPath(new URL('peers.mjs', import.meta.url)), ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
const status = new Promise((resolve) => child.on('close', resolve));

const wide = Math.max(...Object.values(byId).map((w) => w.title.length));
console.log(`${'µs'.padEnd(12)}${''.padEnd(wide)}${peers.map((peer) => peer.padStart(24)).join('')}`);
let row = {}, shown = null;
function show() {
  if (!shown) return;
  const first = row[peers[0]]?.value;
  const cell = (name) => {
    const r = row[name];
    if (!r?.value) return '-';
    return `${r.ok === false ? 'WRONG ' : ''}${r.value < 100 ? r.value.toFixed(2) : r.value.toFixed(0)}${name !== peers[0] && first ? ` (${(r.value / first).toFixed(2)}x)` : ''}`;
  };
  console.log(`${shown.padEnd(12)}${byId[shown].title.padEnd(wide)}${peers.map((name) => cell(name).padStart(24)).join('')}`);
}
for await (const line of createInterface({ input: child.stdout })) {
  const r = JSON.parse(line);
  if (r.workload !== shown) {
    show();
    [row, shown] = [{}, r.workload];
  }
  row[r.peer] = r;
}
show();
process.exitCode = await status;
