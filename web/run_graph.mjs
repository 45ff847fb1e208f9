// A saved function in any page, without Python and without Tapedeck's own page:
//   import { loadGraph } from './run_graph.mjs';
//   const graph = await loadGraph(await (await fetch('model.tdgraph')).arrayBuffer());
//   const { outputs } = graph.run({ x: [[1, 2]] });      // [{dtype, shape, values}, …]
import createRunner from './runner.mjs';

/// JSON, but for NaN and infinities, which it has no words for: they go as JavaScript writes them. Typed arrays count as lists.
const written = (value) => Array.isArray(value) || ArrayBuffer.isView(value) ? `[${Array.from(value, written)}]`
  : typeof value === 'number' || typeof value === 'bigint' ? String(value)
  : typeof value === 'object' && value !== null ? `{${Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${written(inner)}`)}}`
  : JSON.stringify(value);

export async function loadGraph(file, options = {}) {
  const runner = await createRunner({ post() {}, ...options });
  const bytes = new Uint8Array(file);
  const place = (data) => {
    const at = runner._malloc(data.length);
    runner.HEAPU8.set(data, at);
    return at;
  };
  const text = (string) => place(new TextEncoder().encode(string + '\0'));
  return {
    /** Runs a function of the file (the first, if none is named); values are numbers, booleans, strings, typed arrays and nested lists of them. */
    run(inputs = {}, name = '') {
      const at = [place(bytes), text(name), text(written(inputs))];
      try {
        const begin = runner._runner_run_graph(at[0], bytes.length, at[1], at[2]);
        const end = runner.HEAPU8.indexOf(0, begin);
        const answer = new TextDecoder().decode(runner.HEAPU8.slice(begin, end));
        // NaN and infinities are not JSON; here they are what JavaScript calls them.
        const parsed = JSON.parse(answer.replace(/(?<=[[ ,])(NaN|-?Infinity)(?=[\],}])/g, '"$1"'), (key, value) =>
          value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? Number(value) : value);
        if (parsed.error) throw new Error(parsed.error);
        return parsed;
      } finally {
        for (const p of at) runner._free(p);
      }
    },
  };
}
