// ./dev bench --size: what a visitor downloads, Brotli-compressed, up to the lesson on the screen and up to the first finished run. With --check
// it ends with `N passed, M failed`. The runner's files start to load when the lesson is drawn, so they are told apart by name, not by luck.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { serve, siteFolder } from '../browser/browser.mjs';
import { loadLesson } from './page_load.mjs';

const kLimits = { 'up to the first frame': 350e3, 'up to the first finished run': 950e3 };

function compressed(path) {
  const bytes = readFileSync(siteFolder + (path.endsWith('/') ? path + 'index.html' : path));
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
}

const server = await serve(siteFolder);
const load = await loadLesson(server.address).finally(server.stop);
const sizes = new Map(load.forRun.map((path) => [path, compressed(path)]));
const isRunner = (path) => /runner(_worker)?\.(wasm|mjs)$/.test(path);
for (const [path, size] of sizes) console.log(`${String(size).padStart(9)}  ${path}${isRunner(path) ? '  (runner)' : ''}`);

const sum = (paths) => paths.reduce((total, path) => total + sizes.get(path), 0);
const totals = { 'up to the first frame': sum(load.forRun.filter((path) => !isRunner(path))), 'up to the first finished run': sum(load.forRun) };
let failed = 0;
for (const [what, total] of Object.entries(totals)) {
  const good = total <= kLimits[what];
  if (!good) ++failed;
  console.log(`${(total / 1e3).toFixed(1).padStart(7)} kB ${what}, at most ${kLimits[what] / 1e3} kB${good ? '' : ': TOO LARGE'}`);
}
if (process.argv.includes('--check')) {
  console.log(`${2 - failed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
