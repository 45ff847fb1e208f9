// The page's end of the runner: one worker that runs, one hot spare, and what happens when a worker is stopped or lost.
// Its C++ half, which the app knows as its runner, is worker_client.cpp.

const kDrainMs = 60;               // before a worker is ended, so that what it has posted arrives (ending it empties the queue)
const kSpareAfterMs = 1500;        // the spare starts when the first run no longer needs the processor

// What worker_client.cpp is told, with a sentence.
const kReady = 0, kStopped = 1, kLost = 2, kUnavailable = 3;

export class RunnerClient {
  constructor({ compile, place }) {
    this.compile = compile;
    this.place = place;
    this.current = null;           // { worker, ready, spare }
    this.spare = null;
    this.waiting = [];             // messages for a worker that is not ready yet
    this.local = null;             // the module, where the browser allows no worker
    this.workersEnded = 0;
  }

  attach(module, platform) {
    this.module = module;
    this.platform = platform;
  }

  async start() {
    try {
      this.compiled ??= await this.compile('runner.wasm', undefined, 'low');
      this.current = this.spawn();
    } catch (error) {
      this.tell(kUnavailable, error.message);
    }
  }

  // ---- What C++ asks ---------------------------------------------------------------------------------------------------------

  send(bytes) {
    if (this.local) return void setTimeout(() => this.runHere(bytes));
    if (this.current?.ready) this.current.worker.postMessage(bytes.buffer, [bytes.buffer]);
    else this.waiting.push(bytes);
  }

  /// End what runs, keeping what it has recorded, and take the spare.
  stop() {
    if (this.waiting.length) {
      this.waiting = [];
      return this.tell(kStopped, '');
    }
    const ended = this.current;
    if (!ended || this.stopping) return;
    this.stopping = true;
    setTimeout(() => {
      this.stopping = false;
      if (this.current !== ended) return;
      this.replace();
      this.tell(kStopped, '');
    }, kDrainMs);
  }

  retry() {
    this.start();
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
    this.tell(kReady, '');
    setTimeout(() => this.spare ??= this.spawn(), kSpareAfterMs);
  }

  workerLost(entry, text) {
    if (entry === this.spare) {
      this.spare = null;
      return;
    }
    if (entry !== this.current) return;
    this.replace();
    this.tell(kLost, text);
  }

  replace() {
    this.current?.worker.terminate();
    this.workersEnded++;
    this.current = this.spare ?? this.spawn();
    this.spare = null;
    if (this.current?.ready) this.becomeReady();
  }

  // ---- Without workers: in the page, in the time that the budgets allow ----------------------------------------------------------

  async runInPage() {
    if (this.local || this.startingHere) return;
    this.startingHere = true;
    try {
      const { default: createRunner } = await import('./runner.mjs');
      this.local = await createRunner({
        post: (bytes) => this.deliver(bytes),
        instantiateWasm: (imports, done) => {
          WebAssembly.instantiate(this.compiled, imports).then((instance) => done(instance, this.compiled));
          return {};
        },
      });
      this.local._runner_start();
      this.module._web_runner_in_page();
      this.tell(kReady, '');
      for (const bytes of this.waiting.splice(0)) this.send(bytes);
    } catch (error) {
      this.tell(kUnavailable, error.message);
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
      this.tell(kLost, error.message);
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
  }

  tell(what, text) {
    const words = this.module.stringToNewUTF8(text);
    this.module._web_runner_told(what, words);
    this.module._free(words);
    this.platform.wake();
  }
}
