// A long loop of short-lived tensors stays small in WebAssembly:   node tests/memory/memory_test.mjs [build-web/tapedeck.js]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const kLimit = 64e6;
const here = fileURLToPath(new URL('.', import.meta.url));
const program = process.argv[2] ?? `${here}../../build-web/tapedeck.js`;
const folder = mkdtempSync(`${tmpdir()}/tapedeck-`), file = `${folder}/bytes`;
const done = spawnSync('node', ['--require', `${here}watch_memory.cjs`, program, 'run', `${here}long_loop.py`], { encoding: 'utf8', env: { ...process.env, WASM_MEMORY_FILE: file } });
const bytes = Number(readFileSync(file));
rmSync(folder, { recursive: true });
const good = done.status === 0 && done.stdout === '1.0 (1000,)\n' && bytes > 0 && bytes < kLimit;
console.log(`200,000 iterations with temporaries of 1,000 floats: ${(bytes / 1e6).toFixed(1)} MB of WebAssembly memory, less than ${kLimit / 1e6} wanted`);
if (!good) console.log(done.stdout + done.stderr);
console.log(good ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exit(good ? 0 : 1);
