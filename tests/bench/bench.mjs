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
if (!process.argv.slice(2).some((word) => ['--size', '--start', '--peers'].includes(word))) figures();

function output(program, ...words) {
  return execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/// {name: microseconds} from lines of JSON.
const table = (text) => Object.fromEntries(text.trim().split('\n').map((line) => JSON.parse(line)).map(({ name, us }) => [name, us]));
const pythonInWasm = () => ({ training_step: +output('node', 'build-web/tapedeck.js', 'record', 'tests/bench/training_step.py', '-o', '/dev/null').trim().split('\n')[0] });

function figures() {
  const programs = {
    'C++, native': () => table(output('build/tapedeck_bench')),
    'Python, WASM, recorded': pythonInWasm,
    'TensorFlow.js, WASM': () => table(output('node', 'tests/bench/peer_tfjs.mjs')),
  };
  const rows = Object.fromEntries(Object.keys(programs).map((name) => [name, { scalar_add: [], training_step: [] }]));
  for (let round = 0; round < 5; ++round) {
    for (const [name, run] of Object.entries(programs)) {
      for (const [figure, us] of Object.entries(run())) rows[name][figure]?.push(us);
    }
  }
  const text = (numbers) => (numbers.length ? `${median(numbers).toFixed(3)} µs` : '').padStart(14);
  console.log(`${''.padEnd(24)}${'scalar add'.padStart(14)}${'training step'.padStart(16)}`);
  for (const [name, row] of Object.entries(rows)) console.log(`${name.padEnd(24)}${text(row.scalar_add)}  ${text(row.training_step)}`);
}
