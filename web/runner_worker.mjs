// The Web Worker in which a program runs: runner.wasm, whose compiled module the page sends, so that a fresh worker starts in a moment.
// Bytes in and bytes out are the messages of lessons/runtime/protocol.h; nothing else crosses but `ready` and, at the end, `lost`.
import createRunner from './runner.mjs';

const packages = new URL('packages.txt', import.meta.url).href;
const kWarmAfterMs = 3000;           // when what the run has shown is on the screen
let runner, warm = false;

addEventListener('message', async ({ data }) => {
  try {
    if (data instanceof ArrayBuffer) {
      const at = runner._malloc(data.byteLength);
      runner.HEAPU8.set(new Uint8Array(data), at);
      runner._runner_receive(at, data.byteLength);         // runs the whole program; what it records is posted as it comes
      runner._free(at);
      // What a later program may import is in the browser's cache by then, also when the line is slow or gone.
      if (!warm) setTimeout(() => fetch(packages, { priority: 'low' }).then((answer) => answer.text()).catch(() => {}), kWarmAfterMs);
      warm = true;
      return;
    }
    runner = await createRunner({
      packages,
      post: (bytes) => postMessage(bytes.buffer, [bytes.buffer]),
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(data.module, imports).then((instance) => done(instance, data.module), lost);
        return {};
      },
    });
    runner._runner_start();
    postMessage({ kind: 'ready' });
  } catch (error) {
    lost(error);
  }
});

function lost(error) {
  // A RangeError here is the browser's own stack: the instance cannot be used any more.
  postMessage({ kind: 'lost', text: error instanceof RangeError ? 'the program went deeper than the browser allows' : String(error?.message ?? error) });
  close();
}
