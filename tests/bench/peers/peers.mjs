// Compares peers on the workloads of README.md, all in one run and in turns, and prints one JSON line per workload and peer.
//   node peers.mjs [--only W1,W5/256] [--quick] PEER…     with PEERs: engine, engine-wasm, tfjs-wasm, tfjs-cpu, numpy, torch
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processPeer } from './process_peer.mjs';
import { tfInit, tfPeer } from './tfjs_peer.mjs';
import { DEFAULTS, QUICK, measure } from './turns.mjs';
import { wasmPeer } from './wasm_peer.mjs';
import { select } from './workloads.mjs';

const require = createRequire(import.meta.url);
const here = fileURLToPath(new URL('.', import.meta.url)), root = fileURLToPath(new URL('../../../', import.meta.url));
const words = process.argv.slice(2);
const option = (name) => { const i = words.indexOf(name); return i < 0 ? null : words.splice(i, 2)[1]; };
const flag = (name) => { const i = words.indexOf(name); return i >= 0 && words.splice(i, 1).length > 0; };
const only = option('--only'), quick = flag('--quick');
const emit = (line) => console.log(JSON.stringify(line));
const env = `node-${process.versions.node}`;

async function tensorflowJs(backend) {
  const log = console.log, warn = console.warn;
  console.log = console.warn = () => {};                                          // its greeting
  const tf = require('@tensorflow/tfjs'), wasm = require('@tensorflow/tfjs-backend-wasm');
  await tfInit(tf, wasm, backend, { wasmPath: `${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/` });
  [console.log, console.warn] = [log, warn];
  return tfPeer(tf, backend, `tfjs-${backend}`, env);
}

const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
const known = {
  engine: () => processPeer('engine', `${root}build/engine_peer`, []),
  'engine-wasm': async () => wasmPeer('engine-wasm', (await import(`${root}build-web/engine_peer.mjs`)).default, env),
  'tfjs-wasm': () => tensorflowJs('wasm'),
  'tfjs-cpu': () => tensorflowJs('cpu'),
  numpy: () => processPeer('numpy', 'python3', [`${here}python_peer.py`, '--lib', 'numpy'], oneThread),
  torch: () => processPeer('torch', 'python3', [`${here}python_peer.py`, '--lib', 'torch'], oneThread),
};
const peers = [];
for (const name of words.length ? words : ['engine-wasm', 'tfjs-wasm']) {
  if (!known[name]) throw Error(`no peer ${name}; there are ${Object.keys(known).join(', ')}`);
  peers.push(await known[name]());
}
const cpuClock = async () => { const { user, system } = process.cpuUsage(); return (user + system) * 1e3; };
await measure(peers, select(only), emit, { ...(quick ? QUICK : DEFAULTS), cpuClock: peers.some((p) => !p.procClock) ? cpuClock : null });
for (const p of peers) p.close?.();
