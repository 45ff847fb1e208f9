// The page's end of the runner: one worker that runs, one hot spare, and what happens when a worker is stopped or lost.
// Its C++ half, which the app knows as its runner, is worker_client.cpp.

const kDrainMs = 60;               // before a worker is ended, so that what it has posted arrives (ending it empties the queue)
const kDone = 5;                   // lessons/runtime/protocol.h, MessageType
const kSpareAfterMs = 1500;        // the spare starts when the first run no longer needs the processor

export class RunnerClient {
  constructor({ compile, place, notice }) {
    this.compile = compile;
    this.place = place;
    this.notice = notice;
    this.current = null;           // { worker, ready }
    this.spare = null;
    this.waiting = [];             // messages for a worker that is not ready yet
    this.local = null;             // the module, where the browser allows no worker
    this.stopping = false;
    this.workersEnded = 0;
    this.runsBegun = 0;            // what the app has asked to run so far: tells one run from the next
  }

  attach(module, platform) {
    this.module = module;
    this.platform = platform;
  }

  preload() {
    this.compiling ??= this.compile('runner.wasm', undefined, 'low');
    this.compiling.catch(() => {});                       // start() says it
  }

  /// Load runner.wasm and start the first worker. Called once the lesson is on the screen, and again after a failure.
  async start() {
    if (this.loading || this.current || this.local) return;
    this.loading = true;
    try {
      this.preload();
      this.compiled = await this.compiling;
      this.current = this.spawn();
    } catch (error) {
      this.compiling = null;
      this.unavailable(error);
    }
    this.loading = false;
  }

  unavailable(error) {
    if (this.told) return;
    this.told = this.notice(`What runs the programs could not be loaded (${error.message}).`, { action: 'Try again', run: () => {
      this.told = null;
      this.start();
    } });
  }

  // ---- What C++ asks ---------------------------------------------------------------------------------------------------------

  begin(bytes) {
    this.runsBegun++;
    this.send(bytes);
  }

  send(bytes) {
    if (this.local) return void setTimeout(() => this.runHere(bytes));
    if (this.current?.ready && !this.stopping) return this.current.worker.postMessage(bytes.buffer, [bytes.buffer]);
    this.waiting.push(bytes);
    this.start();
  }

  /// End what runs, keeping what it has recorded, and take the spare.
  stop() {
    if (this.stopping) return;
    if (this.waiting.length || !this.current) {
      this.waiting = [];
      return this.stopped();
    }
    this.stopping = true;
    const ended = this.current;
    setTimeout(() => {
      this.stopping = false;
      if (this.current === ended) this.replace();
      this.stopped();
    }, kDrainMs);
  }

  stopped() {
    this.module._web_runner_stopped();
    this.platform.wake();
  }

  // ---- Workers ---------------------------------------------------------------------------------------------------------------

  spawn() {
    const entry = { worker: null, ready: false };
    try {
      entry.worker = new Worker(this.place('runner_worker.mjs'), { type: 'module' });
    } catch {
      this.runInPage();
      return null;
    }
    entry.worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) {
        if (entry === this.current) this.deliver(new Uint8Array(data));
      } else if (data.kind === 'ready') {
        entry.ready = true;
        if (entry === this.current) this.becomeReady();
      } else if (data.kind === 'lost') {
        this.workerLost(entry, data.text);
      }
    };
    entry.worker.onerror = (event) => {
      event.preventDefault();
      if (!entry.ready && !this.everReady) {              // it could not even start: a frame without same-origin rights, for example
        entry.worker.terminate();
        if (entry === this.current) this.runInPage();
      } else {
        this.workerLost(entry, event.message ?? 'the worker ended');
      }
    };
    entry.worker.postMessage({ module: this.compiled });
    return entry;
  }

  becomeReady() {
    this.everReady = true;
    for (const bytes of this.waiting.splice(0)) this.send(bytes);
    this.module._web_runner_ready(0);
    this.platform.wake();
    setTimeout(() => this.spare ??= this.spawn(), kSpareAfterMs);
  }

  workerLost(entry, text) {
    if (entry === this.spare) {
      this.spare = null;
      return;
    }
    if (entry !== this.current) return;
    this.replace();
    this.lost(text);
  }

  replace() {
    this.current?.worker.terminate();
    this.workersEnded++;
    this.current = this.spare ?? this.spawn();
    this.spare = null;
    if (this.current?.ready) setTimeout(() => this.becomeReady());
  }

  // ---- Without workers: in the page, in the time that the budgets allow ----------------------------------------------------------

  async runInPage() {
    if (this.local || this.startingHere) return;
    this.startingHere = true;
    try {
      const { default: createRunner } = await import('./runner.mjs');
      this.local = await createRunner({
        packages: this.place('packages.txt'),
        post: (bytes) => this.deliver(bytes),
        instantiateWasm: (imports, done) => {
          WebAssembly.instantiate(this.compiled, imports).then((instance) => done(instance, this.compiled));
          return {};
        },
      });
      this.local._runner_start();
      this.module._web_runner_ready(1);
      this.platform.wake();
      for (const bytes of this.waiting.splice(0)) this.send(bytes);
    } catch (error) {
      this.unavailable(error);
    }
    this.startingHere = false;
  }

  runHere(bytes) {
    const runner = this.local;
    try {
      const at = runner._malloc(bytes.length);
      runner.HEAPU8.set(bytes, at);
      runner._runner_receive(at, bytes.length);
      runner._free(at);
    } catch (error) {
      this.local = null;
      this.lost(error.message);
      this.runInPage();
    }
  }

  // ---- To C++ ----------------------------------------------------------------------------------------------------------------

  deliver(bytes) {
    const at = this.module._malloc(bytes.length);
    this.module.HEAPU8.set(bytes, at);
    this.module._web_runner_message(at, bytes.length);
    this.module._free(at);
    this.platform.wake();
    if (bytes[1] === kDone) requestAnimationFrame(() => performance.mark('tapedeck:ran'));     // after the frame that shows it
  }

  lost(why) {
    const words = this.module.stringToNewUTF8(why);
    this.module._web_runner_lost(words);
    this.module._free(words);
    this.platform.wake();
  }
}
