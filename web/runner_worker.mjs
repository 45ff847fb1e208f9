// The Web Worker in which a program runs: runner.wasm, whose compiled module the page sends, so that a fresh worker starts in a moment.
// Bytes in and bytes out are the messages of lessons/runtime/protocol.h; nothing else crosses but `ready` and, at the end, `lost`.
import createRunner from './runner.mjs';

let runner;

addEventListener('message', async ({ data }) => {
  try {
    if (data instanceof ArrayBuffer) {
      const at = runner._malloc(data.byteLength);
      runner.HEAPU8.set(new Uint8Array(data), at);
      runner._runner_receive(at, data.byteLength);         // runs the whole program; what it records is posted as it comes
      runner._free(at);
      return;
    }
    runner = await createRunner({
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
