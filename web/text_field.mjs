// The text of each code cell is a real <textarea> under the drawn editor: typing, undo, clipboard, input methods, soft keyboard and screen
// readers are the browser's. ImGui draws text, caret and selection from what it is told here (editor_web.cpp), and asks for changes back.
// A field lies in the mirror, in the element of its node, so that Tab meets it in its place. Offsets in C++ count bytes of UTF-8.

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

// Keys that the browser leaves to us, by the numbers of web_field_key.
const kIndent = 0, kOutdent = 1, kNewline = 2, kBackspace = 3, kComment = 4, kRun = 5;

export class TextFields {
  constructor() {
    this.fields = new Map();                              // node id -> { id, element, leaving }
    this.pen = document.createElement('canvas').getContext('2d');
    document.addEventListener('selectionchange', () => this.tellSelection(this.active()));
  }

  attach(module, platform) {
    this.module = module;
    this.platform = platform;
  }

  active() {
    for (const field of this.fields.values()) if (field.element === document.activeElement) return field;
    return null;
  }

  // ---- What C++ asks ---------------------------------------------------------------------------------------------------------

  open(id, text) {
    this.close(id);
    const element = document.createElement('textarea');
    Object.assign(element, { spellcheck: false, autocapitalize: 'off', autocomplete: 'off', wrap: 'off', value: text, translate: false });
    element.setAttribute('autocorrect', 'off');
    const field = { id, element, leaving: false };
    element.addEventListener('input', () => this.replacing || this.tellText(field));
    element.addEventListener('compositionend', () => this.tellText(field));
    element.addEventListener('keydown', (event) => this.key(field, event));
    element.addEventListener('focus', () => {
      field.leaving = false;
      this.tellSelection(field);
    });
    this.fields.set(id, field);
  }

  close(id) {
    this.fields.get(id)?.element.remove();
    this.fields.delete(id);
  }

  /// Replace bytes [from, to) by `text` in a way that the browser's undo knows, then select.
  replace(id, from, to, text, anchor, caret) {
    const field = this.fields.get(id);
    if (!field) return;
    const { element } = field, before = document.activeElement;
    const begin = unitsTo(element.value, from), end = unitsTo(element.value, to);
    if (before !== element) element.focus({ preventScroll: true });
    element.setSelectionRange(begin, end);
    this.replacing = true;                                // the browser tells each line of what it inserts
    const done = document.activeElement === element && (text ? document.execCommand('insertText', false, text) : begin === end || document.execCommand('delete'));
    if (!done) element.setRangeText(text, begin, end, 'end');     // not in the page yet, or not allowed: then without undo
    this.replacing = false;
    this.select(id, anchor, caret);
    this.tellText(field);
    if (before !== element && before instanceof HTMLElement) before === document.body ? element.blur() : before.focus({ preventScroll: true });
  }

  select(id, anchor, caret) {
    const element = this.fields.get(id)?.element;
    if (!element) return;
    const a = unitsTo(element.value, anchor), b = unitsTo(element.value, caret);
    element.setSelectionRange(Math.min(a, b), Math.max(a, b), a <= b ? 'forward' : 'backward');
  }

  undo(id, again) {
    const element = this.fields.get(id)?.element;
    if (!element) return;
    element.focus({ preventScroll: true });
    document.execCommand(again ? 'redo' : 'undo');
  }

  /// Lay the field so that its own caret is where the drawn one is: there an input method opens its window, and the phone scrolls to.
  caret(id, x, y, line) {
    const element = this.fields.get(id)?.element;
    const holder = element?.parentElement;
    if (!holder) return;
    const { value, selectionEnd, selectionStart, selectionDirection } = element;
    const at = selectionDirection === 'backward' ? selectionStart : selectionEnd;
    const before = value.slice(0, at), begin = before.lastIndexOf('\n') + 1;
    this.font ??= getComputedStyle(element).font;
    this.pen.font = this.font;
    const box = holder.getBoundingClientRect(), stage = this.platform.canvas.getBoundingClientRect();
    element.style.left = `${x - this.pen.measureText(before.slice(begin)).width - (box.left - stage.left)}px`;
    element.style.top = `${y - line * (before.split('\n').length - 1) - (box.top - stage.top)}px`;
  }

  // ---- What C++ is told ------------------------------------------------------------------------------------------------------

  tellText(field) {
    const words = this.module.stringToNewUTF8(field.element.value);
    this.module._web_field_text(field.id, words);
    this.module._free(words);
    this.tellSelection(field);
  }

  tellSelection(field) {
    if (!field || !this.module) return;
    const { value, selectionStart, selectionEnd, selectionDirection } = field.element;
    const from = bytesTo(value, selectionStart), to = bytesTo(value, selectionEnd);
    const [anchor, caret] = selectionDirection === 'backward' ? [to, from] : [from, to];
    this.module._web_field_selection(field.id, anchor, caret);
    this.platform.wake();
  }

  key(field, event) {
    if (event.isComposing || event.keyCode === 229) return;
    const leaving = field.leaving;
    field.leaving = false;
    const command = event.ctrlKey || event.metaKey;
    let key = -1;
    if (event.key === 'Enter') key = command ? kRun : event.shiftKey || event.altKey ? -1 : kNewline;
    else if (event.key === 'Tab' && !command && !event.altKey) key = leaving ? -1 : event.shiftKey ? kOutdent : kIndent;
    else if (event.key === 'Backspace' && !command && !event.altKey) key = kBackspace;
    else if (event.key === '/' && command) key = kComment;
    else if (event.key === 'Escape' || (event.key === 'Shift' && leaving)) field.leaving = true;       // the next Tab leaves: no trap for the keyboard
    if (key < 0) return;
    this.tellSelection(field);                            // 'selectionchange' comes later than the key that follows
    if (this.module._web_field_key(field.id, key)) {
      event.preventDefault();
      this.platform.wake();
    }
  }
}
