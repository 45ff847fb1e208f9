// ./dev bench --start: from navigation to the lesson on the screen and to the first finished run, in a cold headless Chromium, beside a minimal
// TensorFlow.js page (start_tfjs.mjs) in the same minutes, in turns.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { home, serve, siteFolder } from '../browser/browser.mjs';
import { loadLesson, loadTfjs } from './page_load.mjs';
import { median } from './measure.mjs';

const kRounds = 7;
const peer = home + '/build-web/start_tfjs/';
rmSync(peer, { recursive: true, force: true });
mkdirSync(peer, { recursive: true });
await build({ entryPoints: [home + '/tests/bench/start_tfjs.mjs'], bundle: true, minify: true, format: 'esm', outdir: peer, logLevel: 'error' });
const wasm = home + '/tests/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/';
for (const file of readdirSync(wasm).filter((name) => name.endsWith('.wasm'))) cpSync(wasm + file, peer + file);
writeFileSync(peer + 'index.html', '<!doctype html><meta charset="utf-8"><title>…</title><script type="module" src="start_tfjs.js"></script>');

const ours = await serve(siteFolder), theirs = await serve(peer);
const times = { drawn: [], ran: [], step: [] };
try {
  for (let round = 0; round <= kRounds; ++round) {
    const a = await loadLesson(ours.address), b = await loadTfjs(theirs.address);
    if (round === 0) continue;                                                    // the first pair warms the disk's cache
    times.drawn.push(a.drawn);
    times.ran.push(a.ran);
    times.step.push(b.step);
  }
} finally {
  ours.stop();
  theirs.stop();
}
const ms = (numbers) => `${median(numbers).toFixed(0).padStart(5)} ms (${Math.min(...numbers).toFixed(0)} to ${Math.max(...numbers).toFixed(0)})`;
const share = (numbers) => `${(median(numbers) / median(times.step)).toFixed(2)} of TensorFlow.js`;
console.log(`Tapedeck, lesson on the screen          ${ms(times.drawn)}  ${share(times.drawn)}`);
console.log(`Tapedeck, first run finished            ${ms(times.ran)}  ${share(times.ran)}`);
console.log(`TensorFlow.js page, first training step ${ms(times.step)}`);
