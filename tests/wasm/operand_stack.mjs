// Is MicroPython's collector sound in these WASM modules?   node tests/wasm/operand_stack.mjs MODULE.wasm…
// The collector scans memory. A reference to a Python object that lies only on WASM's operand stack while a call runs (and may collect) is
// invisible to it, and its object is freed in use. The link's pass chain (CMakeLists.txt, tapedeck_wasm_runner_link) moves such values into
// memory; this looks through the linked module for places where it did not. A crash by this needs one collection at one moment: no run finds it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function disassembler() {
  try {
    const root = /BINARYEN_ROOT\s*=\s*'([^']+)'/.exec(readFileSync(join(home, '.deps/emscripten/.emscripten'), 'utf8'))[1];
    return join(root, 'bin/wasm-dis');
  } catch {
    return 'wasm-dis';
  }
}

/// The module's text as nested arrays.
function parse(text) {
  const token = /\(;[^]*?;\)|;;[^\n]*|"(?:[^"\\]|\\.)*"|[()]|[^\s()]+/g;
  const stack = [[]];
  for (let match; (match = token.exec(text));) {
    const word = match[0];
    if (word === '(') stack.push([]);
    else if (word === ')') stack.at(-2).push(stack.pop());
    else if (!word.startsWith(';;') && !word.startsWith('(;')) stack.at(-1).push(word);
  }
  return stack[0][0];
}

const kCalls = new Set(['call', 'call_indirect', 'return_call', 'return_call_indirect']);
// These are not operators with operands: what stands in them is a sequence, or belongs to the declaration.
const kSequences = new Set(['block', 'loop', 'if', 'then', 'else', 'try', 'do', 'catch', 'catch_all', 'func', 'result', 'type', 'param', 'local', 'delegate', 'tag']);
// What may be the only reference to an object. Constants, arithmetic, comparisons and globals may not.
const kMayRefer = new Set([...kCalls, 'i32.load', 'local.get', 'local.tee', 'select', 'if', 'block']);

function hasCall(expression) {
  return Array.isArray(expression) && (kCalls.has(expression[0]) || expression.some(hasCall));
}

/// Operands that wait while a later operand of the same operator calls something.
function waiting(expression, found) {
  if (!Array.isArray(expression)) return;
  const operands = expression.filter(Array.isArray);
  if (!kSequences.has(expression[0])) {
    const calling = operands.findLastIndex(hasCall);
    for (let i = 0; i < calling; ++i) {
      // A local's copy in memory is as good as the local: spilling has seen it. But tee and loads make a value that only the stack has.
      if (kMayRefer.has(operands[i][0])) found.push(`${operands[i][0]} waits in ${expression[0]}${expression[0] === 'call' ? ' ' + expression[1] : ''}`);
    }
  }
  for (const operand of operands) waiting(operand, found);
}

let failed = 0, passed = 0;
for (const file of process.argv.slice(2)) {
  const module = parse(execFileSync(disassembler(), ['--all-features', file], { maxBuffer: 1 << 30, encoding: 'utf8' }));
  const functions = module.filter((part) => Array.isArray(part) && part[0] === 'func');
  const bad = [];
  for (const each of functions) {
    const found = [];
    for (const part of each.slice(2)) waiting(part, found);
    if (found.length) bad.push(`${each[1]}: ${found.length} (${found[0]})`);
  }
  console.log(`${basename(file)}: ${functions.length} functions, ${bad.length} keep references on the operand stack across a call`);
  for (const line of bad.slice(0, 20)) console.log(`  ${line}`);
  if (bad.length || !functions.length) ++failed;
  else ++passed;
}
if (!passed && !failed) {
  console.log('usage: operand_stack.mjs MODULE.wasm…');
  ++failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
