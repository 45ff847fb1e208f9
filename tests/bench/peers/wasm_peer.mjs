// A peer compiled from C++ with peer.h to an ES module (Emscripten, MODULARIZE, EXPORT_ES6).
export async function wasmPeer(name, factory, env, opts = {}) {
  const m = await factory({print: console.log, printErr: console.log, ...opts});
  const str = s => { const b = new TextEncoder().encode(s + '\0'), p = m._peer_buffer(b.length); m.HEAPU8.set(b, p); return p; };
  const out = p => { let e = p; while (m.HEAPU8[e]) e++; return new TextDecoder().decode(m.HEAPU8.slice(p, e)); };
  const ask = line => { const r = out(m._peer_command(str(line))); if (r.startsWith('ERR')) throw Error(r.slice(4)); return r; };
  const list = new Set(ask('LIST').split(' '));
  return {name, env, list: [...list], info: JSON.parse(ask('INFO')),
    has: id => list.has(id) ? true : '',
    setup: id => ask('SETUP ' + id), run: (id, n) => parseFloat(ask(`RUN ${id} ${n}`)),
    check: id => ask('CHECK ' + id).split(' ').map(Number), teardown: id => ask('TEARDOWN ' + id)};
}
