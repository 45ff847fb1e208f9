// Writing a program: with the keyboard, the clipboard and an input method, in the textarea of which the drawn editor is a picture.
import { button, code, equal, lines, ok, press, runToEnd, state, until, write } from './lesson.mjs';

const value = (page) => code(page).inputValue();

/// Put the caret before the first `what` with the keyboard alone.
async function goTo(page, what) {
  const before = (await value(page)).split(what)[0].split('\n');
  await code(page).focus();
  await page.keyboard.press('Control+Home');
  for (let i = 1; i < before.length; ++i) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  for (let i = 0; i < before.at(-1).length; ++i) await page.keyboard.press('ArrowRight');
}

export default function (test) {
  test('the learner changes 2.0 to 0.5 with the keyboard, runs it with Ctrl+Enter, and w moves to the answer', async ({ page }) => {
    const p = await page();
    await goTo(p, '2.0');
    for (let i = 0; i < 3; ++i) await p.keyboard.press('Shift+ArrowRight');
    await p.keyboard.type('0.5');
    ok((await value(p)).includes('tf.Variable([[0.5]]'), 'the program did not change');
    await p.keyboard.press('Control+Enter');
    await until(() => state(p), (text) => text.includes('ran in'), 'the run did not end');
    const printed = (await lines(p)).filter((line) => /^\d /.test(line));
    equal(printed.length, 5, 'printed lines');
    const w = printed.map((line) => +/\[\[([\d.]+)\]\]/.exec(line)[1]);
    ok(w[0] > 0.5 && w.every((x) => x > 1), `w did not move towards the answer: ${w}`);
  });

  test('undo, redo and Reset', async ({ page }) => {
    const p = await page();
    const original = await value(p);
    await goTo(p, 'import');
    await p.keyboard.type('# one');
    ok((await value(p)).startsWith('# oneimport'), 'typing did not arrive');
    await p.keyboard.press('Control+z');
    await until(() => value(p), (text) => text === original, 'undo did not bring the program back');
    await p.keyboard.press('Control+Shift+z');
    await until(() => value(p), (text) => text.startsWith('# one'), 'redo did nothing');
    await press(p, 'Reset');
    await until(() => value(p), (text) => text === original, 'Reset did not bring the program back');
  });

  test('Tab indents, Shift+Tab outdents, Enter keeps the indentation, and Escape then Tab leaves', async ({ page }) => {
    const p = await page();
    await write(p, '');
    await code(p).focus();
    await p.keyboard.type('for i in range(2):');
    await p.keyboard.press('Enter');
    await p.keyboard.type('print(i)');
    await until(() => value(p), (text) => text === 'for i in range(2):\n    print(i)', 'Enter did not keep the indentation');
    await p.keyboard.press('Home');
    await p.keyboard.press('Shift+Tab');
    await until(() => value(p), (text) => text === 'for i in range(2):\nprint(i)', 'Shift+Tab did not outdent');
    await p.keyboard.press('Tab');
    await until(() => value(p), (text) => text.includes('\n    print(i)'), 'Tab did not indent');
    ok(await code(p).evaluate((field) => field === document.activeElement), 'Tab left the editor');
    await p.keyboard.press('Escape');
    await p.keyboard.press('Tab');
    ok(await code(p).evaluate((field) => field !== document.activeElement), 'Escape, then Tab, did not leave the editor');
  });

  test('copy, cut and paste with the system clipboard, with any script', async ({ page }) => {
    const p = await page({ permissions: ['clipboard-read', 'clipboard-write'] });
    const text = 'print("∂ 中文 한글")\nprint(2)';
    await p.evaluate((words) => navigator.clipboard.writeText(words), text);
    await code(p).focus();
    await p.keyboard.press('Control+a');
    await p.keyboard.press('Control+v');
    equal(await value(p), text);
    equal(await runToEnd(p), ['∂ 中文 한글', '2']);
    await code(p).focus();
    await p.keyboard.press('Control+a');
    await p.keyboard.press('Control+x');
    equal(await value(p), '');
    equal(await p.evaluate(() => navigator.clipboard.readText()), text);
  });

  test('an input method composes in place', async ({ page }) => {
    const p = await page();
    await write(p, 'print("")');
    await code(p).focus();
    await p.keyboard.press('End');
    await p.keyboard.press('ArrowLeft');
    await p.keyboard.press('ArrowLeft');
    const cdp = await p.context().newCDPSession(p);
    await cdp.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    equal(await value(p), 'print("ni")');
    await cdp.send('Input.imeSetComposition', { text: '你好', selectionStart: 2, selectionEnd: 2 });
    await cdp.send('Input.insertText', { text: '你好' });
    equal(await value(p), 'print("你好")');
    equal(await runToEnd(p), ['你好']);
  });

  test('a click in the drawn text puts the caret there, and a drag selects', async ({ page }) => {
    const p = await page();
    await write(p, 'abcdefghij\nklmnop\n');
    const box = await code(p).locator('xpath=..').boundingBox();
    const caret = () => code(p).evaluate((field) => [field.selectionStart, field.selectionEnd]);
    await p.mouse.click(box.x + box.width - 40, box.y + 8 + 30);       // behind the end of line 2
    await until(caret, ([a, b]) => a === 17 && b === 17, 'the caret is not at the end of line 2');
    ok(await code(p).evaluate((field) => field === document.activeElement), 'the click did not take the focus');
    await p.keyboard.type('X');
    equal(await value(p), 'abcdefghij\nklmnopX\n');
    await p.mouse.move(box.x + box.width - 40, box.y + 8 + 10);
    await p.mouse.down();
    await p.mouse.move(box.x + box.width - 40, box.y + 8 + 30, { steps: 4 });
    await p.mouse.up();
    await until(caret, ([a, b]) => a === 10 && b === 18, 'the drag did not select from the end of line 1 to the end of line 2');
  });

  test('fast typing loses nothing', async ({ page }) => {
    const p = await page();
    await write(p, '');
    await code(p).focus();
    const text = 'x = 1 + 2 * 3 - 4 / 5 and some more words that are typed in one burst';
    await p.keyboard.type('# ' + text);
    equal(await value(p), '# ' + text);
  });

  test('the Run button is reached and pressed with the keyboard alone', async ({ page }) => {
    const p = await page();
    for (let i = 0; i < 40 && !(await button(p, 'Run').evaluate((element) => element === document.activeElement)); ++i) await p.keyboard.press('Tab');
    await p.keyboard.press('Enter');
    await until(() => state(p), (text) => text.includes('ran in'), 'Enter on Run did not run the program');
  });
}
