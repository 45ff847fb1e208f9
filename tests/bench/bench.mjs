// ./dev bench: how long the small things take, natively and in WebAssembly under this Node, beside TensorFlow.js in the same Node, in turns.
//   --size   what a visitor downloads          --start   how long until the lesson is there
//   --peers  [--only W1,W5/256] [--quick] [PEER…]   the workloads of peers/README.md on our engine and on others
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './measure.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
if (process.argv.includes('--peers')) await import('./peers/table.mjs');
if (process.argv.includes('--size')) await import('./size.mjs');
if (process.argv.includes('--start')) await import('./start.mjs');

function output(program, ...words) {
  return execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/// {name: microseconds} from lines of JSON.
const table = (text) => Object.fromEntries(text.trim().split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)).map(({ name, us }) => [name, us]));
const kPython = 'tests/bench/python_bench.py';
const kPrograms = {
  'C++, native': () => output('build/tapedeck_bench'),
  'C++, WASM': () => output('node', 'build-web/tapedeck_bench.js'),
  'Python, native': () => output('build/tapedeck', 'run', kPython),
  'Python, WASM': () => output('node', 'build-web/tapedeck.js', 'run', kPython),
  'Python, WASM, recorded': () => output('node', 'build-web/tapedeck.js', 'record', kPython, '-o', '/dev/null'),
  'TensorFlow.js, WASM': () => output('node', 'tests/bench/peer_tfjs.mjs'),
};
const kRounds = 5;

/// A row per program, a column per figure: the median of all rounds, and TensorFlow.js's time over it.
function figures() {
  const rows = Object.fromEntries(Object.keys(kPrograms).map((name) => [name, {}]));
  for (let round = 0; round < kRounds; ++round)
    for (const [name, run] of Object.entries(kPrograms))
      for (const [figure, us] of Object.entries(table(run()))) (rows[name][figure] ??= []).push(us);
  const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))], width = Math.max(24, ...columns.map((name) => name.length + 2));
  const base = rows['TensorFlow.js, WASM'];
  const cell = (figure, us) => us ? `${median(us).toFixed(3)} µs${base[figure] && us !== base[figure] ? ` ${(median(base[figure]) / median(us)).toFixed(1)}x` : ''}` : '';
  console.log(''.padEnd(24) + columns.map((name) => name.replaceAll('_', ' ').padStart(width)).join(''));
  for (const [name, row] of Object.entries(rows)) console.log(name.padEnd(24) + columns.map((figure) => cell(figure, row[figure]).padStart(width)).join(''));
}

if (!process.argv.slice(2).some((word) => ['--size', '--start', '--peers'].includes(word))) figures();
