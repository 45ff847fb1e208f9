// Part of linking each module that holds MicroPython:
//   node web/spill_pointers.mjs MODULE.wasm --nm NM [--holding LIBRARY.a]… [--without LIBRARY.a]…
// The collector scans memory, so a reference to a Python object that a function keeps in a local while it calls something must also lie in memory.
// Binaryen's pass spill-pointers puts it there: --flatten and --simplify-locals-nonesting first give every value that is used in one expression with a
// call a local of its own, and --coalesce-locals makes the frames small again (576 bytes at most instead of 25 KB). Each without the others was seen to crash.
// All that makes a function half as large again, and slower; so what comes from libraries --without Python objects, more than half of the module, is left
// as it is. A name that is also defined in a library --holding them is not left, unless it is a template that both instantiate (weak).
// Writes MODULE.wasm.spilled, the names of the functions that were worked on, for operand_stack.mjs.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import binaryen from 'binaryen';

const kPasses = ['flatten', 'simplify-locals-nonesting', 'dce', 'vacuum', 'coalesce-locals', 'reorder-locals', 'spill-pointers'];

const { values: { nm, holding = [], without = [] }, positionals: [file] } = parseArgs({
  options: { nm: { type: 'string' }, holding: { type: 'string', multiple: true }, without: { type: 'string', multiple: true } },
  allowPositionals: true,
});

/// [letter of its kind, name] of each symbol that a library defines.
function symbols(library) {
  const text = execFileSync(nm, ['--defined-only', library], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  return text.split('\n').map((line) => /^[0-9a-f]+ (\S) (.*)$/.exec(line)?.slice(1)).filter(Boolean);
}

const left = new Set(without.flatMap(symbols).map(([, name]) => name));
for (const [kind, name] of holding.flatMap(symbols)) if (kind !== 'W') left.delete(name);

binaryen.setDebugInfo(true);                            // keep the names
const module = binaryen.readBinary(readFileSync(file));
module.setFeatures(binaryen.Features.All);
const spilled = [];
for (let i = 0; i < module.getNumFunctions(); ++i) {
  const each = module.getFunctionByIndex(i), { name, base } = binaryen.getFunctionInfo(each);
  if (base || left.has(name)) continue;                  // imported, or without Python objects
  module.runPassesOnFunction(each, kPasses);
  spilled.push(name);
}
if (!spilled.length || spilled.length === module.getNumFunctions()) throw new Error(`${file}: ${spilled.length} of ${module.getNumFunctions()} functions hold Python objects; are its names there?`);
writeFileSync(file, module.emitBinary());
writeFileSync(file + '.spilled', spilled.join('\n'));
