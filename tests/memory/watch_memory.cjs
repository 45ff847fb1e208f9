// node --require of this: at the end of the process the bytes of the WebAssembly memories that it made go to the file WASM_MEMORY_FILE (the standard
// streams are closed by then). Such a memory only grows, so its last size is its peak.
const { writeFileSync } = require('node:fs');
const memories = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...words) => {
  const made = await instantiate(...words);
  for (const thing of Object.values((made.instance ?? made).exports)) if (thing instanceof WebAssembly.Memory) memories.push(thing);
  return made;
};
process.on('exit', () => writeFileSync(process.env.WASM_MEMORY_FILE, String(memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0))));
