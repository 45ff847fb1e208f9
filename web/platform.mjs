// The page's half of the platform: canvas size, frames on demand, pointer, touch, wheel, keys, cursor and context loss.
// Its other half is platform_web.cpp; the two speak through the `web_…` functions that the module exports and the host object that it calls.
// Emscripten's GLFW was rejected: no HiDPI that follows CSS, no clipboard, touch, IME or cursor shapes, and Tab becomes a trap.

const kFramesAfterInput = 3;       // ImGui needs a frame to see an input, one to answer, one to settle sizes
const kTapSlop = 8;                // CSS px that a finger may move in a tap
const kHoldMs = 350;               // a finger that rests this long drags instead of scrolling
const kWheelForZoom = 48 / Math.log(1.15);     // wheel pixels that zoom the tape to e times its size (tape_view.cpp)
const kButtons = [0, 2, 1];        // DOM's left, middle, right -> ImGui's left, right, middle

export class Platform {
  /// `root` gets the canvas as its first child. `direct(x, y)` says whether a finger at that place drags at once (a slider, the graph).
  constructor(root, { direct = () => false, onLost = () => {}, onRestored = () => {} } = {}) {
    this.root = root;
    this.direct = direct;
    this.onLost = onLost;
    this.onRestored = onRestored;
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('aria-hidden', 'true');
    root.prepend(this.canvas);
    this.stopped = new AbortController();
    this.frames = 0;               // drawn so far; the idle test reads it
    this.pending = 0;
    this.request = 0;
    this.timer = 0;
    this.lost = false;
    this.pinch = null;             // two fingers on the tape: where each is
  }

  /// `module` is the instantiated ui.wasm. Draws the first frame before it returns.
  start(module) {
    this.module = module;
    const on = (target, names, listener, options = {}) => {
      for (const name of names.split(' ')) target.addEventListener(name, listener, { signal: this.stopped.signal, ...options });
    };
    on(this.canvas, 'pointerdown pointermove pointerup pointercancel pointerleave', (event) => this.pointer(event));
    // The browser begins its own zoom unless it is told not to, when the second finger comes.
    on(this.canvas, 'touchstart touchmove', (event) => this.pinch && event.preventDefault(), { passive: false });
    on(this.canvas, 'wheel', (event) => this.wheel(event), { passive: false });
    on(this.canvas, 'mousedown', (event) => event.preventDefault());     // else the browser takes the focus away from the text field
    on(this.canvas, 'contextmenu', (event) => event.preventDefault());
    on(this.canvas, 'webglcontextlost', (event) => {
      event.preventDefault();      // without it the browser never restores
      this.lost = true;
      this.onLost();
    });
    on(this.canvas, 'webglcontextrestored', () => {
      this.lost = false;
      module._web_context_restored();
      this.onRestored();
      this.wake();
    });
    on(document, 'keydown keyup', (event) => this.key(event));
    on(document, 'visibilitychange', () => document.hidden || this.wake());
    on(window, 'blur focus', (event) => {
      module._web_focus(event.type === 'focus' ? 1 : 0);
      this.wake();
    });
    on(window, 'resize', () => this.measure());
    const dark = matchMedia('(prefers-color-scheme: dark)'), still = matchMedia('(prefers-reduced-motion: reduce)');
    const prefer = () => { module._web_prefer(dark.matches ? 1 : 0, still.matches ? 1 : 0); this.wake(); };
    on(dark, 'change', prefer);
    on(still, 'change', prefer);
    prefer();
    this.watchDensity();
    this.observer = new ResizeObserver((entries) => {
      this.deviceBox = entries[entries.length - 1].devicePixelContentBoxSize?.[0];
      this.measure();
    });
    try {
      this.observer.observe(this.root, { box: 'device-pixel-content-box' });
    } catch {
      this.observer.observe(this.root);                 // Safari has no device-pixel box
    }
    this.measure();
    this.wake();
  }

  stop() {
    this.stopped.abort();
    this.observer?.disconnect();
    cancelAnimationFrame(this.request);
    clearTimeout(this.timer);
  }

  // ---- Frames ----------------------------------------------------------------------------------------------------------------

  /// Something has changed: draw some frames soon. Cheap, and may be called from anywhere.
  wake(frames = kFramesAfterInput) {
    this.pending = Math.max(this.pending, frames);
    if (!this.request) this.request = requestAnimationFrame((now) => this.frame(now));
  }

  /// The same in a while; the earliest of all wishes counts.
  wakeIn(ms) {
    const due = performance.now() + ms;
    if (this.timer && this.due <= due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => { this.timer = 0; this.wake(1); }, ms);
  }

  /// Draw one frame now (in the handler of a resize, a tap or a clipboard event, where the answer must be there when it returns).
  draw(now = performance.now()) {
    if (this.lost || !this.module) return -1;
    this.frames++;
    return this.module._web_frame(now);
  }

  frame(now) {
    this.request = 0;
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.lost) return;
    this.pending--;
    const wait = this.draw(now);                        // ms until the next frame that the views want; 0 at once, negative none
    if (this.pending > 0 || wait === 0) this.request ||= requestAnimationFrame((t) => this.frame(t));
    else if (wait > 0) this.wakeIn(wait);
  }

  // ---- Size ------------------------------------------------------------------------------------------------------------------

  watchDensity() {                                      // a media query answers once for the density it names: arm it again each time
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      this.measure();
      this.watchDensity();
    }, { once: true, signal: this.stopped.signal });
  }

  measure() {
    const density = devicePixelRatio;
    const box = this.root.getBoundingClientRect();
    let width = Math.round(box.width * density), height = Math.round(box.height * density);
    // The device-pixel box is exact under zoom, but under an emulated density it reports CSS pixels.
    const device = this.deviceBox;
    if (device && Math.abs(device.inlineSize - box.width * density) < 2 && Math.abs(device.blockSize - box.height * density) < 2) {
      width = device.inlineSize;
      height = device.blockSize;
    }
    width = Math.max(width, 1);
    height = Math.max(height, 1);
    if (width === this.canvas.width && height === this.canvas.height && density === this.density) return;
    this.density = density;
    this.canvas.width = width;
    this.canvas.height = height;
    this.module._web_resize(width, height, density);
    this.draw();                                        // at once, so that nothing flickers while a window is dragged
    this.wake();
  }

  // ---- Pointer and touch -----------------------------------------------------------------------------------------------------

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  modifiers(event) {
    this.module._web_modifiers((event.ctrlKey ? 1 : 0) | (event.shiftKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0));
  }

  pointer(event) {
    if (event.pointerType === 'touch') return this.touch(event);
    const [x, y] = this.place(event);
    this.modifiers(event);
    if (event.type === 'pointerleave') {
      if (!event.buttons) this.module._web_pointer_gone();
    } else {
      this.module._web_pointer_move(x, y, event.pointerType === 'pen' ? 2 : 0);
      if (event.type === 'pointerdown') {
        this.canvas.setPointerCapture(event.pointerId);  // the release arrives even outside the canvas
        this.module._web_pointer_button(kButtons[event.button] ?? event.button, 1);
        this.draw();                                     // it may move the focus, and that into a text field only inside the event
      } else if (event.type !== 'pointermove') {
        this.module._web_pointer_button(kButtons[event.button] ?? event.button, 0);
      }
    }
    this.wake();
  }

  touch(event) {
    const [x, y] = this.place(event);
    const m = this.module;
    if (event.type === 'pointerdown') {
      if (this.finger) return this.beginPinch(event.pointerId, x, y);
      this.stopCoasting();
      this.canvas.setPointerCapture(event.pointerId);
      this.finger = { id: event.pointerId, x, y, startX: x, startY: y, time: event.timeStamp, mode: 'wait', speedX: 0, speedY: 0 };
      if (this.direct(x, y)) this.grab(x, y);
      else this.finger.hold = setTimeout(() => this.finger?.mode === 'wait' && this.grab(this.finger.x, this.finger.y), kHoldMs);
      return;
    }
    if (this.pinch) return this.movePinch(event, x, y);
    const finger = this.finger;
    if (!finger || finger.id !== event.pointerId) return;
    if (event.type === 'pointermove') {
      const dx = x - finger.x, dy = y - finger.y, dt = Math.max(event.timeStamp - finger.time, 1);
      if (finger.mode === 'wait' && Math.hypot(x - finger.startX, y - finger.startY) > kTapSlop) {
        clearTimeout(finger.hold);
        finger.mode = 'scroll';
        m._web_pointer_move(finger.startX, finger.startY, 1);
        this.draw();                                     // so that the views know what is under the finger
      }
      if (finger.mode === 'scroll') {
        m._web_wheel(-dx, -dy);
        finger.speedX = 0.6 * finger.speedX + 0.4 * dx / dt;
        finger.speedY = 0.6 * finger.speedY + 0.4 * dy / dt;
      } else if (finger.mode === 'drag') {
        m._web_pointer_move(x, y, 1);
      }
      if (finger.mode !== 'wait') Object.assign(finger, { x, y, time: event.timeStamp });
      this.wake();
    } else if (event.type === 'pointerup' || event.type === 'pointercancel') {
      clearTimeout(finger.hold);
      this.finger = null;
      if (finger.mode === 'wait' && event.type === 'pointerup') {
        m._web_pointer_move(x, y, 1);
        this.draw();
        m._web_pointer_button(0, 1);
        this.draw();
        m._web_pointer_button(0, 0);
        this.draw();                                     // synchronously: the soft keyboard opens only from inside the tap
        m._web_pointer_gone();
      } else if (finger.mode === 'drag') {
        m._web_pointer_button(0, 0);
        this.draw();
        m._web_pointer_gone();
      } else if (finger.mode === 'scroll' && event.timeStamp - finger.time < 60) {
        this.coast(finger.speedX, finger.speedY);
      } else {
        m._web_pointer_gone();
      }
      this.wake();
    }
  }

  /// Two fingers on the tape zoom it, about the place between them; elsewhere they belong to the browser's zoom.
  beginPinch(id, x, y) {
    const first = this.finger;
    if (!this.module._web_zooms(first.x, first.y) || !this.module._web_zooms(x, y)) return;
    clearTimeout(first.hold);
    if (first.mode === 'drag') this.module._web_pointer_button(0, 0);
    this.canvas.setPointerCapture(id);
    this.pinch = new Map([[first.id, [first.x, first.y]], [id, [x, y]]]);
    this.finger = null;
  }

  movePinch(event, x, y) {
    if (!this.pinch.has(event.pointerId)) return;
    if (event.type !== 'pointermove') {
      this.pinch = null;
      this.module._web_pointer_gone();
      return this.wake();
    }
    const apart = () => {
      const [[ax, ay], [bx, by]] = this.pinch.values();
      return { middle: [(ax + bx) / 2, (ay + by) / 2], distance: Math.max(Math.hypot(ax - bx, ay - by), 1) };
    };
    const before = apart().distance;
    this.pinch.set(event.pointerId, [x, y]);
    const { middle, distance } = apart();
    this.module._web_pointer_move(...middle, 0);
    this.draw();                                         // so that the wheel finds the tape under it
    this.module._web_wheel(0, -kWheelForZoom * Math.log(distance / before));
    this.wake();
  }

  grab(x, y) {
    clearTimeout(this.finger.hold);
    this.finger.mode = 'drag';
    this.module._web_pointer_move(x, y, 1);
    this.draw();
    this.module._web_pointer_button(0, 1);
    this.wake();
  }

  coast(speedX, speedY) {                                // inertia, CSS px per ms, dying away with a time constant of 325 ms
    let last = performance.now();
    const step = (now) => {
      const dt = Math.min(now - last, 50), decay = Math.exp(-dt / 325);
      last = now;
      this.module._web_wheel(-speedX * dt, -speedY * dt);
      this.wake(1);
      speedX *= decay;
      speedY *= decay;
      this.coasting = Math.hypot(speedX, speedY) > 0.02 ? requestAnimationFrame(step) : 0;
      if (!this.coasting) this.module._web_pointer_gone();
    };
    this.coasting = requestAnimationFrame(step);
  }

  stopCoasting() {
    cancelAnimationFrame(this.coasting);
    this.coasting = 0;
  }

  wheel(event) {
    if (event.ctrlKey) return;                           // the browser's zoom
    const unit = [1, 16, this.root.clientHeight][event.deltaMode];
    let dx = event.deltaX * unit, dy = event.deltaY * unit;
    if (event.shiftKey && !dx) [dx, dy] = [dy, 0];
    const [x, y] = this.place(event);
    this.module._web_pointer_move(x, y, 0);
    this.wake();
    if (dy && !this.module._web_would_scroll(dy)) return;  // at its end, or nothing to scroll: the page around us may
    event.preventDefault();
    this.modifiers(event);
    this.module._web_wheel(dx, dy);
  }

  // ---- Keys ------------------------------------------------------------------------------------------------------------------

  /// Keys reach the views when nothing else in the page wants them: a text field keeps its own (text_area.mjs), a button its Enter and Space.
  key(event) {
    const target = event.target;
    if (event.isComposing || !(target === document.body || this.root.contains(target))) return;
    if (target.matches?.('textarea, input')) return;
    if (event.key === 'Tab') return;                     // moves the DOM's focus, always
    const isMenu = target.matches?.('button[aria-expanded=true]');        // its open list takes the keys
    if (!isMenu && target.matches?.('button, a') && (event.key === 'Enter' || event.key === ' ')) return;
    this.modifiers(event);
    const used = this.sendKey(event, event.type === 'keydown') || (isMenu && event.key === 'Enter');
    if (event.metaKey && event.type === 'keydown') this.sendKey(event, false);     // macOS sends no key-up while Cmd is held
    if (used && event.type === 'keydown') event.preventDefault();
    this.wake();
  }

  sendKey(event, down) {
    const letter = event.key.length === 1 && /[a-z]/i.test(event.key);             // letters by what they say (AZERTY), others by place
    const code = letter ? `Key${event.key.toUpperCase()}` : event.code;
    const name = this.module.stringToNewUTF8(code);
    const plain = down && event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    const used = this.module._web_key(name, down ? 1 : 0, plain ? event.key.codePointAt(0) : 0);
    this.module._free(name);
    return used;
  }
}
