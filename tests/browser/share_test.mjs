// What comes from outside the page: a link with a program in it, a file that is dropped, a course of several lessons, a lesson that is none.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home, open, serve, siteFolder } from './browser.mjs';
import { button, code, equal, ok, press, runToEnd, until, write } from './lesson.mjs';

const ready = (page) => page.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
const value = (page) => code(page).inputValue();
const words = (page) => page.locator('.mirror').innerText();

/// Drop a file of these bytes on the page, as a reader does from the file manager.
const drop = (page, name, bytes) => page.evaluate(([label, data]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([Uint8Array.from(data)], label));
  document.querySelector('.stage').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, [name, [...bytes]]);

/// A folder that is gone when the test is over.
async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-test-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export default function (test) {
  test('Share copies a link that opens the lesson with the program in it, and an edit takes it out of the address', async ({ browser, page }) => {
    const p = await page({ permissions: ['clipboard-read', 'clipboard-write'] });
    const program = 'print("∂ 分享", 6 * 7)\n';
    await write(p, program);
    await press(p, 'Share');
    const link = await until(() => p.evaluate(() => navigator.clipboard.readText()), (text) => text.includes('#program='), 'no link is in the clipboard');
    equal(p.url(), link, 'the address');
    const other = await open(browser, link);
    await ready(other);
    equal(await value(other), program);
    equal(await runToEnd(other), ['∂ 分享 42']);
    ok(other.url().includes('#program='), 'the address lost the program without an edit');
    await code(other).focus();
    await other.keyboard.type('#');
    await until(() => other.url(), (url) => !url.includes('#program='), 'the address still promises a program that is not on the screen');
    equal(other.problems, [], 'console');
    await other.context().close();
  });

  test('a link does not overwrite what the reader wrote before', async ({ page, address }) => {
    const p = await page();
    await write(p, 'print("theirs")');
    await press(p, 'Share');
    const link = await until(() => p.url(), (url) => url.includes('#program='), 'no link');
    await write(p, 'print("mine")');
    await until(() => p.evaluate(() => Object.values(localStorage).join()), (text) => text.includes('mine'), 'nothing was stored');
    await p.goto('about:blank');
    await p.goto(link);
    await ready(p);
    equal(await value(p), 'print("theirs")');
    await press(p, 'Show mine');
    await until(() => value(p), (text) => text === 'print("mine")', 'mine is not shown');
    await p.goto(address);
    await ready(p);
    equal(await value(p), 'print("mine")');
  });

  test('a link that was cut is said, and the lesson is there as it is', async ({ browser, address }) => {
    for (const hash of ['#program=abc', '#program=%%%', '#program=']) {
      const p = await open(browser, address + hash);
      await ready(p);
      await until(() => p.getByRole('alert').allInnerTexts(), (texts) => texts.some((text) => text.includes('cannot be read')), `nothing is said of ${hash}`);
      ok((await value(p)).includes('import tensorflow as tf'), 'the lesson has another program');
      ok((await runToEnd(p)).length >= 5, 'the program does not run');
      await p.context().close();
    }
  });

  test('a recording is opened by dropping it, and one that is cut in half says where', async ({ page }) => {
    await withFolder(async (folder) => {
      const program = join(folder, 'a.py'), tape = join(folder, 'a.tape');
      writeFileSync(program, 'import tensorflow as tf\nw = tf.Variable(2.0)\nfor i in range(20):\n    with tf.GradientTape() as tape:\n        loss = tf.square(w - 1.0)\n' +
        '    w.assign_sub(0.1 * tape.gradient(loss, w))\n    print(i, loss.numpy())\n');
      execFileSync('node', [join(home, 'build-web/tapedeck.js'), 'record', program, '-o', tape]);
      const bytes = readFileSync(tape);
      const p = await page();
      await drop(p, 'a.tape', bytes);
      await until(() => words(p), (text) => text.includes('19 1.') || /\b19 [\d.e-]+/.test(text), 'what the recorded program printed is not shown');
      await drop(p, 'half.tape', bytes.subarray(0, bytes.length >> 1));
      await until(() => words(p), (text) => /byte [\d,]+/.test(text), 'nothing says at which byte the recording breaks off');
      await press(p, 'Step back');
      await drop(p, 'noise.tape', Buffer.from('no recording'));
      await until(() => words(p), (text) => /byte 0|not a (Tapedeck )?recording|no recording/i.test(text), 'nothing says that it is no recording');
      await write(p, 'print(6 * 7)');
      equal(await runToEnd(p), ['42']);
    });
  });

  test('a lesson file that is not a lesson says so with its line, and a program can be opened instead', async ({ page }) => {
    const p = await page({ before: (fresh) => fresh.route('**/lessons/*.md', (route) => route.fulfill({ body: '---\nlevel: 1\n---\nno title\n' })) });
    await until(() => words(p), (text) => text.includes('This is not a lesson') && /line \d/.test(text), 'nothing says what is wrong');
    await drop(p, 'b.py', Buffer.from('print("opened")'));
    await until(() => code(p).count(), (n) => n === 1, 'the program was not opened');
    equal(await runToEnd(p), ['opened']);
  });

  test('a course of two lessons has a list of them, with and without the app', async ({ browser }) => {
    await withFolder(async (folder) => {
      const lessons = join(folder, 'lessons'), out = join(folder, 'site');
      execFileSync('mkdir', [lessons]);
      writeFileSync(join(lessons, 'a.md'), '---\ntitle: Second\norder: 2\n---\n# Second\n\n```python\nprint(2)\n```\n');
      writeFileSync(join(lessons, 'b.md'), '---\ntitle: First\norder: 1\n---\n# First\n\n```python\nprint(1)\n```\n');
      execFileSync('node', [join(home, 'web/site.mjs'), '--build', join(siteFolder, '..'), '--lessons', lessons, '--out', out]);
      const server = await serve(out);
      try {
        const plain = await open(browser, server.address, { javaScriptEnabled: false });
        equal(await plain.locator('nav.lessons a').allInnerTexts(), ['First', 'Second']);
        await plain.context().close();
        const p = await open(browser, server.address);
        await ready(p);
        equal(await runToEnd(p), ['1']);
        await press(p, 'Next: Second');
        await until(() => p.url(), (url) => url.endsWith('/lessons/a.html'), 'the next lesson did not open');
        await ready(p);
        equal(await runToEnd(p), ['2']);
        equal(p.problems, [], 'console');
        await p.context().close();
      } finally {
        server.stop();
      }
    });
  });

  test('a larger text size is kept, and everything is still pressed where it is drawn', async ({ page }) => {
    const p = await page();
    await press(p, 'Help and keys');
    await until(() => p.getByRole('radio', { name: '150 %' }).count(), (n) => n === 1, 'the help does not open');
    const box = await p.getByRole('radio', { name: '150 %' }).boundingBox();
    const small = await button(p, 'Run').boundingBox();
    await p.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await until(() => button(p, 'Run').boundingBox(), (now) => now.height > small.height * 1.4, 'nothing became larger');
    await press(p, 'Close');
    await p.reload();
    await ready(p);
    ok((await button(p, 'Run').boundingBox()).height > small.height * 1.4, 'the size is forgotten');
    ok((await runToEnd(p)).length >= 5, 'the program does not run');
  });
}
