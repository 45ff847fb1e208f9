// Part of linking each module that holds MicroPython:   node web/operand_stack.mjs MODULE.wasm [--shrink=-O2]
// Checks that its collector is sound, and then lets Binaryen shrink the module, which the check has to come before.
// The collector scans memory. A reference to a Python object that lies only on WASM's operand stack while a call runs (and may collect) is
// invisible to it, and its object is freed in use. spill_pointers.mjs has moved such values into memory, in the functions that it lists; this looks
// through those for places where it did not. A crash by this needs one collection at one moment: no run finds it.
// Shrinking may put a value back on the stack, but its copy in memory stays; only before it does the text show that every value has one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: { shrink }, positionals: [file] } = parseArgs({ options: { shrink: { type: 'string' } }, allowPositionals: true });

/// A program of the Binaryen that Emscripten uses.
function binaryen(name) {
  try {
    const root = /BINARYEN_ROOT\s*=\s*'([^']+)'/.exec(readFileSync(join(home, '.deps/emscripten/.emscripten'), 'utf8'))[1];
    return join(root, 'bin', name);
  } catch {
    return name;
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
      if (kMayRefer.has(operands[i][0])) found.push(`${operands[i][0]} waits in ${expression[0]}${expression[0] === 'call' ? ' ' + expression[1] : ''}`);
    }
  }
  for (const operand of operands) waiting(operand, found);
}

const module = parse(execFileSync(binaryen('wasm-dis'), ['--all-features', file], { maxBuffer: 1 << 30, encoding: 'utf8' }));
const spilled = new Set(readFileSync(file + '.spilled', 'utf8').split('\n').map((name) => '$' + name));
const functions = module.filter((part) => Array.isArray(part) && part[0] === 'func' && spilled.has(part[1]));
if (functions.length !== spilled.size) throw new Error(`${basename(file)}: of ${spilled.size} functions ${functions.length} are there`);
const bad = [];
for (const each of functions) {
  const found = [];
  for (const part of each.slice(2)) waiting(part, found);
  if (found.length) bad.push(`${each[1]}: ${found.length} (${found[0]})`);
}
if (bad.length || !functions.length) {
  console.error(`${basename(file)}: of ${functions.length} functions ${bad.length} keep references on the operand stack across a call, where MicroPython's ` +
    `collector does not see them:\n  ${bad.slice(0, 20).join('\n  ')}`);
  process.exit(1);
}
if (shrink) execFileSync(binaryen('wasm-opt'), ['--all-features', shrink, '--strip-debug', '--strip-producers', file, '-o', file], { stdio: 'inherit' });
