// A saved function run by any page from JavaScript, without Python and without the deck: web/run_graph.mjs, as web/README.md says.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home, open, serve, siteFolder } from './browser.mjs';
import { equal, ok } from './lesson.mjs';

const kProgram = `
import tensorflow as tf

class Model(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[1.0], [2.0]])

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
    def predict(self, x):
        return {"y": x @ self.w, "positive": x > 0.0}

print(tf.saved_model.save(Model(), "model").hex())
`;

const kPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Another page</title><link rel="icon" href="icon.svg">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"><script type="module" src="own.mjs"></script></html>`;
const kScript = `import { loadGraph } from './tapedeck/run_graph.mjs';
window.graph = await loadGraph(await (await fetch('model.tdgraph')).arrayBuffer());
window.loadGraph = loadGraph;`;

export default function (test) {
  test('a saved function runs in a page of its own, from JavaScript', async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tapedeck-graph-'));
    let server;
    try {
      writeFileSync(join(folder, 'model.py'), kProgram);
      const saved = Buffer.from(execFileSync('node', [join(home, 'build-web/tapedeck.js'), 'run', join(folder, 'model.py')], { encoding: 'utf8' }).trim(), 'hex');
      writeFileSync(join(folder, 'model.tdgraph'), saved);
      for (const name of ['run_graph.mjs', 'runner.mjs', 'runner.wasm']) cpSync(join(siteFolder, name), join(folder, 'tapedeck', name));   // all that a page needs
      cpSync(join(siteFolder, 'icon.svg'), join(folder, 'icon.svg'));
      writeFileSync(join(folder, 'index.html'), kPage);
      writeFileSync(join(folder, 'own.mjs'), kScript);
      server = await serve(folder);
      const page = await open(browser, server.address);
      await page.waitForFunction(() => window.loadGraph, null, { timeout: 60000 });
      const run = (inputs, name) => page.evaluate(([given, which]) => {
        try {
          return window.graph.run(given, which);
        } catch (error) {
          return { refused: error.message };
        }
      }, [inputs, name]);
      const { outputs } = await run({ x: [[1, 2], [-3, 4]] });
      const y = outputs.find(({ dtype }) => dtype === 'float32'), positive = outputs.find(({ dtype }) => dtype === 'bool');
      equal([y.shape, y.values], [[2, 1], [[5], [5]]]);
      equal([positive.shape, positive.values], [[2, 2], [[true, true], [false, true]]]);
      equal(await page.evaluate(() => window.graph.run({ x: [new Float32Array([1, 2])] }).outputs.find(({ dtype }) => dtype === 'float32').values), [[5]], 'a typed array');
      // JSON has neither infinities nor NaN: they go in and come out as JavaScript's own.
      const wild = await page.evaluate(() => window.graph.run({ x: [[NaN, 1], [Infinity, 1], [-Infinity, 0]] }).outputs.find(({ dtype }) => dtype === 'float32').values.map(String));
      equal(wild, ['NaN', 'Infinity', '-Infinity']);
      // Often enough that its memory would show what is never given back.
      await page.evaluate(() => { for (let i = 0; i < 2000; ++i) window.graph.run({ x: [[i, 1]] }); });
      ok(/takes no 'z'/.test((await run({ z: 1 })).refused), 'an input that it does not have is not refused');
      ok(/'x'/.test((await run({ x: [1, 2, 3] })).refused), 'a wrong shape is not refused');
      ok(/no function 'other'/.test((await run({ x: [[1, 2]] }, 'other')).refused), 'a function that is not there is not refused');
      const cut = await page.evaluate(async () => {
        const bytes = await (await fetch('model.tdgraph')).arrayBuffer();
        const half = await window.loadGraph(bytes.slice(0, bytes.byteLength >> 1));
        try {
          half.run({ x: [[1, 2]] });
        } catch (error) {
          return error.message;
        }
      });
      ok(cut, 'a file that is cut in half is not refused');
      equal((await run({ x: [[0, 1]] })).outputs.find(({ dtype }) => dtype === 'float32').values, [[2]], 'after the errors');
      equal(page.problems, [], 'console');
      await page.context().close();
    } finally {
      server?.stop();
      rmSync(folder, { recursive: true });
    }
  });
}
