// The text of each code cell is a real <textarea> over the drawn editor: typing, undo, clipboard, IME, soft keyboard and screen readers
// are the browser's. ImGui draws text, caret and selection from what it is told here (web/editor_web.cpp), and asks for changes back.
// Offsets on the C++ side count bytes of UTF-8, here UTF-16 units.

const kIndent = '    ';
const encoder = new TextEncoder();
const ascii = (text) => !/[^\x00-\x7f]/.test(text);
const bytesTo = (text, units) => ascii(text) ? units : encoder.encode(text.slice(0, units)).length;

function unitsTo(text, bytes) {
  if (ascii(text)) return Math.min(bytes, text.length);
  let units = 0;
  for (const character of text) {
    const code = character.codePointAt(0);
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes < 0) break;
    units += character.length;
  }
  return units;
}

export class TextFields {
  constructor(stage) {
    this.stage = stage;
    this.fields = new Map();                              // number -> { element, leaving, composeFrom }
    document.addEventListener('selectionchange', () => this.tellSelection(this.active()));
  }

  start(module, platform) {
    this.module = module;
    this.platform = platform;
    platform.onPress = () => this.settle();
  }

  active() {
    for (const field of this.fields.values()) if (field.element === document.activeElement) return field;
    return null;
  }

  // ---- What C++ asks ---------------------------------------------------------------------------------------------------------

  open(number, label, text) {
    const element = document.createElement('textarea');
    Object.assign(element, { spellcheck: false, autocapitalize: 'off', autocomplete: 'off', wrap: 'off', value: text, translate: false });
    element.setAttribute('autocorrect', 'off');
    element.setAttribute('aria-label', label);
    element.setAttribute('aria-multiline', 'true');
    const field = { number, element, leaving: false, composeFrom: -1, text };
    element.addEventListener('input', () => this.tellText(field));
    element.addEventListener('compositionstart', () => field.composeFrom = element.selectionStart);
    element.addEventListener('compositionupdate', () => this.tellSelection(field));
    element.addEventListener('compositionend', () => { field.composeFrom = -1; this.tellText(field); });
    element.addEventListener('keydown', (event) => this.key(field, event));
    for (const name of ['focus', 'blur']) {
      element.addEventListener(name, () => {
        field.leaving = false;
        this.module._web_field_focus(number, name === 'focus' ? 1 : 0);
        if (name === 'focus') this.tellSelection(field);
        this.platform.wake();
      });
    }
    this.stage.append(element);
    this.fields.set(number, field);
  }

  close(number) {
    this.fields.get(number)?.element.remove();
    this.fields.delete(number);
  }

  /// Lay the field over the drawn text: the rectangle that shows it, how far it is scrolled, and the place of the mirror's node for it.
  place(number, x, y, w, h, scrollX, scrollY) {
    const { element } = this.fields.get(number) ?? {};
    if (!element) return;
    const shown = w > 0 && h > 0;
    const style = element.style;
    // Off screen it stays there for Tab and for screen readers, and is brought into view when it takes the focus.
    style.left = `${shown ? x : 0}px`;
    style.top = `${shown ? y : 0}px`;
    style.width = `${Math.max(w, 1)}px`;
    style.height = `${Math.max(h, 1)}px`;
    if (element.scrollTop !== scrollY) element.scrollTop = scrollY;
    if (element.scrollLeft !== scrollX) element.scrollLeft = scrollX;
  }

  /// The field takes its place in the order of the Tab key: in the mirror, where its node is.
  adopt(number, holder) {
    const { element } = this.fields.get(number) ?? {};
    if (element && element.parentNode !== holder) holder.append(element);
  }

  /// Replace bytes [begin, end) by `text`, so that the browser's undo knows it.
  replace(number, begin, end, text) {
    const field = this.fields.get(number);
    if (!field) return;
    const { element } = field, before = document.activeElement;
    const from = unitsTo(element.value, begin), to = unitsTo(element.value, end);
    element.focus({ preventScroll: true });
    element.setSelectionRange(from, to);
    const done = text ? document.execCommand('insertText', false, text) : from === to || document.execCommand('delete');
    if (!done) {
      element.setRangeText(text, from, to, 'end');
      this.tellText(field);
    }
    if (before !== element && before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    else if (before !== element) element.blur();
  }

  select(number, anchor, head) {
    const { element } = this.fields.get(number) ?? {};
    if (!element) return;
    const a = unitsTo(element.value, anchor), b = unitsTo(element.value, head);
    element.setSelectionRange(Math.min(a, b), Math.max(a, b), a <= b ? 'forward' : 'backward');
  }

  undo(number, again) {
    const field = this.fields.get(number);
    if (!field) return;
    field.element.focus({ preventScroll: true });
    document.execCommand(again ? 'redo' : 'undo');
  }

  /// Which field should have the focus; -1 for none. The browser opens a soft keyboard only inside a tap: settle() runs there.
  want(number) {
    this.wanted = number;
    if (number < 0) this.active()?.element.blur();
    else this.settle();
  }

  settle() {
    const field = this.fields.get(this.wanted);
    if (field && document.activeElement !== field.element) field.element.focus({ preventScroll: true });
    this.wanted = undefined;
  }

  // ---- What C++ is told ------------------------------------------------------------------------------------------------------

  tellText(field) {
    field.text = field.element.value;
    const words = this.module.stringToNewUTF8(field.text);
    this.module._web_field_text(field.number, words);
    this.module._free(words);
    this.tellSelection(field);
  }

  tellSelection(field) {
    if (!field) return;
    const { value, selectionStart, selectionEnd, selectionDirection } = field.element;
    const from = bytesTo(value, selectionStart), to = bytesTo(value, selectionEnd);
    const [anchor, head] = selectionDirection === 'backward' ? [to, from] : [from, to];
    const composing = field.composeFrom >= 0 ? bytesTo(value, field.composeFrom) : -1;
    this.module._web_field_selection(field.number, anchor, head, composing, composing < 0 ? -1 : to);
    this.platform.wake();
  }

  // ---- Keys that the browser does not know what to do with ---------------------------------------------------------------------

  key(field, event) {
    const { element } = field;
    if (event.isComposing) return;
    const leaving = field.leaving;
    field.leaving = false;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.module._web_field_run(field.number);
      this.platform.wake();
    } else if (event.key === 'Escape') {
      field.leaving = true;                               // the next Tab leaves, so that the keyboard is never trapped
    } else if (event.key === 'Tab' && !leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.indent(element, event.shiftKey);
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      const { value, selectionStart } = element;
      const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
      const indent = /^[ \t]*/.exec(line)[0] + (/:\s*(#.*)?$/.test(line) ? kIndent : '');
      if (!indent) return;
      event.preventDefault();
      document.execCommand('insertText', false, '\n' + indent);
    } else if (event.key === 'Backspace' && element.selectionStart === element.selectionEnd && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const { value, selectionStart } = element;
      const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
      if (line.length < 4 || line.length % 4 || line.trim()) return;
      event.preventDefault();                             // a step of indentation goes as one
      element.setSelectionRange(selectionStart - 4, selectionStart);
      document.execCommand('delete');
    }
  }

  indent(element, out) {
    const { value, selectionStart, selectionEnd } = element;
    const first = value.lastIndexOf('\n', selectionStart - 1) + 1;
    if (!out && !value.slice(selectionStart, selectionEnd).includes('\n')) {
      document.execCommand('insertText', false, kIndent.slice((selectionStart - first) % 4));
      return;
    }
    const last = selectionEnd > first && value[selectionEnd - 1] === '\n' && selectionEnd > selectionStart ? selectionEnd - 1 : selectionEnd;
    const end = value.indexOf('\n', last) < 0 ? value.length : value.indexOf('\n', last);
    const lines = value.slice(first, end).split('\n');
    const changed = lines.map((line) => out ? line.replace(/^( {1,4}|\t)/, '') : line && kIndent + line);
    element.setSelectionRange(first, end);
    document.execCommand('insertText', false, changed.join('\n'));
    const head = changed[0].length - lines[0].length, total = changed.join('\n').length - (end - first);
    element.setSelectionRange(Math.max(first, selectionStart + head), Math.max(first, selectionEnd + total));
  }
}
