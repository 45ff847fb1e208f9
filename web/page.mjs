// The page's start: check the browser, load ui.wasm, hand the canvas over, and start the runner once the lesson is on the screen.
import { Platform } from './platform.mjs';
import { Mirror } from './mirror.mjs';
import { TextFields } from './text_field.mjs';
import { RunnerClient } from './runner_client.mjs';

const { root, lesson, uiBytes } = document.body.dataset;
const place = (name) => new URL(root + name, document.baseURI).href;
const byId = (id) => document.getElementById(id);

// ---- A store that never throws: what cannot be kept is kept for this visit, and said once ----------------------------------------

const kPrefix = 'tapedeck/';
const visit = new Map();
let storeFails = false;

export function load(key) {
  if (visit.has(key)) return visit.get(key);
  try {
    return localStorage.getItem(kPrefix + key) ?? '';
  } catch {
    return '';
  }
}

export function save(key, text) {
  visit.set(key, text);
  try {
    localStorage.setItem(kPrefix + key, text);
  } catch (error) {
    if (storeFails) return;
    storeFails = true;
    notice(error.name === 'QuotaExceededError'
      ? "This site's storage in your browser is full. Your work stays here until you close the page; copy what you want to keep."
      : 'Your browser does not let this page store anything. Your work stays here until you close the page; copy what you want to keep.');
  }
}

const kSaidMs = 6000;

/// A sentence over the page that the reader can close; with `action` it also has a button of that name. What is only `said` goes by itself.
function notice(text, { action, run, kind = 'wrong' } = {}) {
  const box = document.createElement('div');
  box.className = `notice ${kind}`;
  box.setAttribute('role', kind === 'said' ? 'status' : 'alert');
  if (kind === 'said') setTimeout(() => box.remove(), kSaidMs);
  const button = (name, press) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
    made.onclick = () => { box.remove(); press?.(); };
    return made;
  };
  box.append(Object.assign(document.createElement('span'), { textContent: text }), ...(action ? [button(action, run)] : []), button('Close'));
  (document.querySelector('.stage') ?? document.body).append(box);
  return box;
}

// The reader's choice of light or dark (the app keeps it under this name) holds for the page before the app too.
if (load('theme')) document.documentElement.dataset.theme = load('theme');

// ---- Sharing: what the reader wrote travels in the address, behind the #, which no server sees ------------------------------------

const kSharedKey = '#program=', kSharedMost = 1 << 20;

const throughStream = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function sharedLink(programs) {
  const packed = await throughStream(new TextEncoder().encode(programs), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return location.href.split('#')[0] + kSharedKey + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/// The programs of the link that opened the page as text, '' where it has none; throws where they cannot be read.
async function sharedPrograms() {
  if (!location.hash.startsWith(kSharedKey)) return '';
  const packed = Uint8Array.from(atob(location.hash.slice(kSharedKey.length).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  let size = 0;
  const guard = new TransformStream({
    transform(chunk, controller) {
      if ((size += chunk.byteLength) > kSharedMost) throw new RangeError('too large');    // a small link may unpack to anything
      controller.enqueue(chunk);
    },
  });
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(guard)).arrayBuffer();
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

async function share(programs) {
  const link = await sharedLink(programs);
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link);
    notice('A link to this lesson with your program in it is copied.', { kind: 'said' });
  } catch {
    notice('The browser did not let this page copy. The link to share is in the address bar.');
  }
}

/// The address stops promising a program that is not on the screen any more.
const leaveShared = () => location.hash.startsWith(kSharedKey) && history.replaceState(null, '', location.href.split('#')[0]);

// ---- What the browser must have ----------------------------------------------------------------------------------------------------

// The smallest module that uses a SIMD instruction: (func (result v128) (i8x16.splat (i32.const 0))), with its bytes checked only.
const kSimd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]);

function missing(canvas) {
  if (typeof WebAssembly !== 'object') return 'WebAssembly';
  if (!WebAssembly.validate(kSimd)) return 'WebAssembly SIMD';
  // Asking early also starts the GPU process while ui.wasm is still on its way.
  const attributes = { alpha: false, antialias: false, depth: false, stencil: false, powerPreference: 'low-power' };
  if (!canvas.getContext('webgl2', attributes)) return 'WebGL 2';
  return '';
}

function cannotRun(what) {
  const status = byId('status');
  status.className = 'wrong';
  status.textContent = `This browser has no ${what}, which the programs of this lesson need. You can read the lesson here; ` +
    'to run it, please use a current Chrome, Edge, Firefox or Safari, ' +
    (what === 'WebGL 2' ? 'with graphics acceleration switched on.' : 'updated to a version of the last years.');
}

// ---- Loading -----------------------------------------------------------------------------------------------------------------------

/// Fetch and compile at once, telling `seen` how many bytes have arrived.
async function compile(name, seen = () => {}, priority = 'high') {
  const response = await fetch(place(name), { priority });
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  let bytes = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      seen(bytes += chunk.byteLength);
      controller.enqueue(chunk);
    },
  }));
  return WebAssembly.compileStreaming(new Response(counted, { headers: { 'Content-Type': 'application/wasm' } }));
}

/// Instantiate one of our modules from what was compiled: Emscripten's own loading is replaced, so that a failure can be told and retried.
export function instantiate(factory, compiled, settings) {
  return new Promise((resolve, reject) => {
    factory({
      ...settings,
      onAbort: reject,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/// `use(pointer, size)` with a copy of the bytes in the module's memory.
function withBytes(module, bytes, use) {
  const at = module._malloc(bytes.length + 1);
  module.HEAPU8.set(bytes, at);
  const answer = use(at, bytes.length);
  module._free(at);
  return answer;
}

/// The course, from the list of links that the page has where there is more than one lesson.
function tellLessons(module) {
  const links = [...document.querySelectorAll('nav.lessons a')];
  if (links.length < 2) return;
  const lines = module.stringToNewUTF8(links.map((link) => `${link.textContent}\t${link.href}`).join('\n'));
  module._web_lessons(lines, links.findIndex((link) => link.getAttribute('aria-current')));
  module._free(lines);
}

/// A lesson, a program or a recording that is dropped on the page is opened in it.
function takeDrops(stage, module, platform) {
  const kMost = 256e6;
  stage.addEventListener('dragover', (event) => event.preventDefault());
  stage.addEventListener('drop', async (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (!file) return;
    if (file.size > kMost) return void notice(`${file.name} is too large to be opened here (${(file.size / 1e6).toFixed(0)} MB; at most ${kMost / 1e6} MB).`);
    const bytes = new Uint8Array(await file.arrayBuffer()), name = module.stringToNewUTF8(file.name);
    withBytes(module, bytes, (at, size) => module._web_open_file(name, at, size));
    module._free(name);
    platform.wake();
  });
}

async function start() {
  const status = byId('status'), progress = byId('progress'), retry = byId('retry');
  retry.hidden = true;
  status.className = '';
  const stage = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'stage' }));
  const platform = new Platform(stage, {
    direct: (x, y) => mirror?.direct(x, y),
    onLost: () => document.body.dataset.graphics = 'lost',
    onRestored: () => delete document.body.dataset.graphics,
  });
  const lacks = missing(platform.canvas);
  if (lacks) {
    stage.remove();
    return cannotRun(lacks);
  }
  let mirror;
  const slow = setTimeout(() => {
    status.textContent = 'Loading the deck …';
    progress.hidden = false;
  }, 500);
  try {
    const [{ default: createUi }, compiled, text, shared] = await Promise.all([
      import('./ui.mjs'),
      compile('ui.wasm', (bytes) => { progress.max = +uiBytes || bytes; progress.value = bytes; }),
      fetch(place(lesson)).then((answer) => answer.ok ? answer.text() : Promise.reject(new Error(`${lesson}: the server answered ${answer.status}`))),
      sharedPrograms().catch(() => null),
    ]);
    const fields = new TextFields();
    const runner = new RunnerClient({ compile, place, notice });
    runner.preload();                                     // its download begins when that of the first frame is over
    const host = {
      platform, fields, runner, load, save, notice,
      copy: (copied) => navigator.clipboard?.writeText(copied).catch(() => notice('The browser did not let this page copy. Select the text and copy it yourself.')),
      open: (url) => open(new URL(url, document.baseURI), '_blank', 'noopener'),
      mirror: (tree) => mirror.update(tree),
      share, leaveShared,
      openLesson: (address) => { location.href = address; },
    };
    const module = await instantiate(createUi, compiled, { canvas: platform.canvas, host });
    mirror = new Mirror(stage, module, platform, fields, document.querySelector('.lesson article'));
    fields.attach(module, platform);
    runner.attach(module, platform);
    const words = module.stringToNewUTF8(text), name = module.stringToNewUTF8(lesson);
    const started = module._web_start(words, name);
    module._free(words);
    module._free(name);
    if (!started) {
      stage.remove();
      return cannotRun('WebGL 2');
    }
    tellLessons(module);
    const opened = shared === '' || (shared !== null && withBytes(module, new TextEncoder().encode(shared), module._web_open_shared));
    platform.start(module);
    clearTimeout(slow);
    document.body.classList.add('drawn');
    performance.mark('tapedeck:drawn');
    runner.start();
    if (!opened) {
      leaveShared();
      notice('The program in this link cannot be read; perhaps the link was cut. This is the lesson as it is.');
    }
    takeDrops(stage, module, platform);
    Object.defineProperty(window, 'tapedeck', { value: { platform, mirror, runner, module }, configurable: true });
  } catch (error) {
    clearTimeout(slow);
    platform.stop();
    stage.remove();
    progress.hidden = true;
    status.className = 'wrong';
    status.textContent = `The deck could not be loaded (${error.message}). The lesson can still be read.`;
    retry.hidden = false;
    retry.onclick = start;
  }
}

start();
