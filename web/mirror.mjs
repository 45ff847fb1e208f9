// The DOM mirror: one real element for each node of the semantic tree (ui/semantic.h), unseen over the drawing. Assistive technology,
// the Tab key, find-in-page and tests meet the page through it; ImGui draws the same nodes and the focus ring.
// A tree arrives as text only when it changed: records end with \x1e, fields with \x1f.

const kDisabled = 1, kPressed = 2, kChecked = 4, kSelected = 8, kExpanded = 16, kFocusable = 32, kCurrent = 64, kMultiline = 128,
  kReadonly = 256, kOffscreen = 512, kInvalid = 1024;
const kPress = 0, kIncrement = 2, kDecrement = 3, kSetValue = 4, kScrollIntoView = 5;     // ui/semantic.h, Action

// Our roles are ARIA's. Where HTML has an element that means the same, it is used, and the role is left to it.
const kElements = {
  group: 'div', region: 'section', banner: 'header', main: 'main', text: 'p', blockquote: 'blockquote', code: 'pre', button: 'button',
  link: 'a', list: 'ul', listitem: 'li', table: 'table', row: 'tr', cell: 'td', columnheader: 'th', dialog: 'section', toolbar: 'div',
  checkbox: 'button', radio: 'button', tab: 'button', combobox: 'button', toggle: 'button',
};
const kOwnRole = new Set(['dialog', 'toolbar', 'radiogroup', 'tablist', 'tabpanel', 'checkbox', 'radio', 'tab', 'status', 'alert', 'log', 'img', 'slider']);
const kNamed = new Set(['group', 'region', 'main', 'banner', 'toolbar', 'radiogroup', 'tablist', 'tabpanel', 'dialog', 'log', 'list', 'table', 'img', 'slider']);
const kContainers = new Set(['group', 'region', 'banner', 'main', 'radiogroup', 'tablist', 'tabpanel', 'list', 'table', 'row', 'toolbar', 'dialog', 'log', 'listitem', 'cell']);

export class Mirror {
  /// `article` is the lesson as it was in the page before: its paragraphs, with their links and languages, become the mirror's.
  constructor(stage, module, platform, fields, article) {
    this.fields = fields;
    this.module = module;
    this.platform = platform;
    this.element = document.createElement('div');
    this.element.className = 'mirror';
    stage.append(this.element);
    // What stands between the parts of the page (the lines that can be dragged, an open menu) belongs to a part of its own.
    this.between = document.createElement('section');
    this.between.setAttribute('aria-label', 'Layout');
    this.shown = new Map();                               // id -> { element, record, children }
    this.nodes = [];
    this.adoptable = new Map();
    for (const part of article?.querySelectorAll('h1, h2, h3, h4, h5, h6, p, pre, blockquote, td, th, li') ?? []) {
      if (part.querySelector('p, pre, ul, ol, blockquote')) continue;
      const text = squeeze(part.textContent);
      if (!this.adoptable.has(part.localName + text)) this.adoptable.set(part.localName + text, part);
    }
    this.element.addEventListener('click', (event) => this.act(event, kPress));
    this.element.addEventListener('focusin', (event) => {
      const id = this.idOf(event.target);
      if (this.moving || !id) return;
      module._web_semantic_focus(id, event.target.matches(':focus-visible') ? 1 : 0);
      this.ask(id, kScrollIntoView);
    });
    this.element.addEventListener('focusout', (event) => {
      if (this.moving || this.element.contains(event.relatedTarget) || !document.hasFocus()) return;
      module._web_semantic_blur();
      platform.wake();
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target.matches('[tabindex="0"]:not(a, button, input, textarea)')) {
        event.stopPropagation();
        return this.ask(this.idOf(event.target), kPress);  // as the browser does for a button
      }
      const slider = event.target.closest('[role=slider]');
      const step = { ArrowRight: kIncrement, ArrowUp: kIncrement, ArrowLeft: kDecrement, ArrowDown: kDecrement }[event.key];
      if (!slider || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.ask(this.idOf(slider), step);
    });
    this.element.addEventListener('input', (event) => {   // a code cell's textarea tells its editor itself
      if (event.target.localName === 'input') this.ask(this.idOf(event.target), kSetValue, event.target.value);
    });
  }

  idOf(target) {
    return +(target.closest('[data-node]')?.dataset.node ?? 0);
  }

  ask(id, action, value = '') {
    if (!id) return;
    const words = this.module.stringToNewUTF8(value);
    this.module._web_semantic_request(id, action, words);
    this.module._free(words);
    this.platform.wake();
  }

  act(event, action) {
    if (this.moving) return;
    const id = this.idOf(event.target);
    if (!id) return;
    if (event.target.closest('a') && action === kPress) event.preventDefault();      // the app opens links, so that it can say where to
    this.ask(id, action);
  }

  /// Is there, at this place, something that a finger drags at once?
  direct(x, y) {
    return this.nodes.some((node) => (node.role === 'slider' || node.role === 'img') && !(node.states & kOffscreen) &&
      x >= node.x && y >= node.y && x < node.x + node.w && y < node.y + node.h);
  }

  /// Show the tree that `text` describes. Elements stay the same as long as their node does: focus and screen readers' places survive.
  update(text) {
    const records = text.split('\x1e');
    const focused = +records[0];
    this.nodes = [];
    for (let i = 1; i < records.length - 1; ++i) {
      const [id, parent, role, level, states, x, y, w, h, label, value, hint] = records[i].split('\x1f');
      this.nodes.push({ id: +id, parent: +parent, role, level: +level, states: +states, x: +x, y: +y, w: +w, h: +h, label, value, hint, record: records[i] });
    }
    const seen = new Map();
    const children = this.nodes.map(() => []);
    const top = [];
    this.nodes.forEach((node, i) => {
      let id = node.id;
      while (seen.has(id)) id = -Math.abs(id) - 1;        // a view that gave one name twice still gets two elements
      let shown = this.shown.get(id);
      const tag = this.tagOf(node);
      if (!shown || shown.tag !== tag || shown.role !== node.role) {
        shown?.element.remove();
        shown = { element: this.make(node, tag), tag, role: node.role, record: '' };
        this.shown.set(id, shown);
      }
      const field = node.role === 'textbox' && this.fields.fields.get(node.id);
      if (field && field.element.parentElement !== shown.element) {      // a cell of that name in another lesson has a field of its own
        shown.element.append(field.element);
        shown.record = '';
      }
      seen.set(id, shown);
      node.element = shown.element;
      if (shown.record !== node.record) {
        this.fill(shown.element, node, this.nodes[node.parent]);
        shown.record = node.record;
      }
      (node.parent < 0 ? top : children[node.parent]).push(node.element);
    });
    for (const [id, shown] of this.shown) {
      if (!seen.has(id)) {
        this.shown.delete(id);
        shown.element.remove();
      }
    }
    const isPart = (element) => /^(header|main|section)$/.test(element.localName);
    const loose = top.filter((element) => !isPart(element));
    order(this.element, [...top.filter(isPart), ...(loose.length ? [this.between] : [])]);
    order(this.between, loose);
    this.nodes.forEach((node, i) => {
      if (kContainers.has(node.role) && !('adopted' in node.element.dataset) && (children[i].length || node.element.childElementCount)) order(node.element, children[i]);
    });
    this.follow(focused);
  }

  tagOf(node) {
    if (node.role === 'heading') return 'h' + Math.min(Math.max(node.level, 1), 6);
    if (node.role === 'textbox') return node.states & kMultiline ? 'div' : 'input';
    if (node.role === 'columnheader' && !node.label) return 'td';          // an empty corner heads nothing
    if (node.role === 'row' || node.role === 'cell' || node.role === 'columnheader' || node.role === 'listitem') {
      const parent = this.nodes[node.parent]?.role;
      if (parent !== { row: 'table', cell: 'row', columnheader: 'row', listitem: 'list' }[node.role]) return 'div';
    }
    return kElements[node.role] ?? 'div';
  }

  make(node, tag) {
    const text = tag + squeeze(node.label);
    const adopted = this.adoptable.get(text);
    this.adoptable.delete(text);
    const element = adopted ?? document.createElement(tag);
    element.dataset.node = node.id;
    if (adopted) {
      adopted.dataset.adopted = '';
      for (const part of adopted.querySelectorAll('a')) part.tabIndex = -1;
    }
    if (tag === 'button') element.type = 'button';
    if (kOwnRole.has(node.role)) element.setAttribute('role', node.role);
    if (node.role === 'log') element.setAttribute('aria-live', 'polite');
    if (node.role === 'code') element.translate = false;
    return element;
  }

  fill(element, node, parent) {
    const set = (name, value) => {
      if (value === null) element.removeAttribute(name);
      else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
    };
    const is = (bit) => (node.states & bit) !== 0;
    const named = kNamed.has(node.role);
    const field = node.role === 'textbox' ? element.querySelector('textarea') : null;
    if (field) {
      field.setAttribute('aria-label', node.label);
      field.setAttribute('aria-invalid', is(kInvalid));
      field.setAttribute('aria-description', node.hint);
    } else if (named || node.role === 'textbox') set('aria-label', node.label || null);
    else if (!('adopted' in element.dataset) && !kContainers.has(node.role)) {
      const text = node.role === 'combobox' && node.value ? `${node.label}: ${node.value}` : node.label;
      if (element.textContent !== text) element.textContent = text;
    } else if ((node.role === 'listitem' || node.role === 'cell') && node.label && !('adopted' in element.dataset)) {
      if (!element.childElementCount && element.textContent !== node.label) element.textContent = node.label;
    }
    if (element.localName === 'div' && node.role === 'group') set('role', node.label ? 'group' : null);
    if (node.role === 'table') set('role', null);
    if (element.localName === 'input' && document.activeElement !== element) element.value = node.value;
    if (node.role === 'slider') {
      const [, now = 0, most = 2000] = /([\d,.]+)(?: of ([\d,.]+))?/.exec(node.value) ?? [];       // "event 31 of 286: …", or only "520"
      const number = (text) => parseFloat(String(text).replaceAll(',', '')) || 0;
      set('aria-valuenow', number(now));
      set('aria-valuemin', 0);
      set('aria-valuemax', Math.max(number(now), number(most)));
      set('aria-valuetext', node.value || null);
    }
    if (node.role === 'a' || node.role === 'link') set('href', node.value || '#');
    const focusable = is(kFocusable) && !is(kDisabled);
    if (element.localName === 'button') element.disabled = is(kDisabled);
    const native = /^(button|a|input)$/.test(element.localName);
    if (node.role !== 'textbox') set('tabindex', focusable ? (native ? null : 0) : native ? -1 : null);
    set('aria-pressed', node.role === 'toggle' ? is(kPressed) : null);
    set('aria-checked', node.role === 'checkbox' || node.role === 'radio' ? is(kChecked) : null);
    set('aria-selected', node.role === 'tab' ? is(kSelected) : null);
    set('aria-expanded', is(kExpanded) && element.localName === 'button' ? true : null);
    set('aria-current', is(kCurrent) ? 'true' : null);
    const keys = node.hint.replace('Ctrl', 'Control').replace('Cmd', 'Meta').replace('←', 'ArrowLeft').replace('→', 'ArrowRight');
    set('aria-keyshortcuts', /^((Control|Meta|Shift|Alt)\+)*(Arrow(Left|Right|Up|Down)|Home|End|Space|Enter|Escape|[^ ])$/.test(keys) ? keys : null);
    set('title', node.hint && native ? node.hint : null);
    // Places, so that touch exploration and the browser's own zoom find each element where it is drawn.
    const drawn = node.w > 0 && node.h > 0 && !/^(tr|td|th)$/.test(element.localName);
    set('data-at', drawn ? '' : null);
    if (drawn) {
      const style = element.style, x = node.x - (parent?.w > 0 ? parent.x : 0), y = node.y - (parent?.w > 0 ? parent.y : 0);
      style.left = `${x}px`;
      style.top = `${y}px`;
      style.width = `${node.w}px`;
      style.height = `${node.h}px`;
    }
  }

  /// The app's focus and the DOM's are one. An editor's is its text field, which TextFields looks after.
  follow(id) {
    const shown = this.shown.get(id)?.element, active = document.activeElement;
    const element = shown?.querySelector('textarea') ?? shown;
    if (element === active || (active !== document.body && !this.element.contains(active))) return;
    this.moving = true;
    if (element?.matches('[tabindex="0"], button, a, input, textarea')) element.focus({ preventScroll: true });
    else if (!id) active.blur();
    this.moving = false;
  }
}

function squeeze(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/// Make `wanted` the children of `parent`, in that order, moving as few as possible. Text that is not an element stays.
function order(parent, wanted) {
  let at = parent.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}
