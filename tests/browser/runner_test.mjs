// Programs that go wrong or never end: a clear message each, and the page goes on working.
import { equal, lines, log, ok, press, run, runToEnd, state, until, write } from './lesson.mjs';

async function worksOn(page) {
  await write(page, 'print(6 * 7)');
  equal(await runToEnd(page), ['42'], 'the next run');
}

export default function (test) {
  test('an endless loop is stopped, what it recorded stays, and the next run works at once', async ({ page }) => {
    const p = await page();
    await write(p, 'import tensorflow as tf\nw = tf.Variable(1.0)\nprint("before")\nw.assign(2.0)\nwhile True:\n    pass\n');
    await run(p);
    await until(() => lines(p), (text) => text.includes('before'), 'what was printed before the loop did not arrive');
    await p.mouse.move(400, 400);
    const frames = await p.evaluate(() => tapedeck.platform.frames);
    await p.mouse.move(420, 420);
    await until(() => p.evaluate(() => tapedeck.platform.frames), (now) => now > frames, 'the page is frozen');
    await press(p, 'Stop');
    await until(() => state(p), (text) => text.includes('stopped after'), 'Stop did not stop it');
    ok((await lines(p)).includes('before'), 'what was printed is gone');
    ok(+(/ (\d+) event/.exec(await state(p))?.[1] ?? 0) >= 2, `what was recorded is gone: ${await state(p)}`);
    await worksOn(p);
    await write(p, 'while True: pass');
    await run(p);
    await p.waitForTimeout(300);
    await press(p, 'Stop');
    await until(() => state(p), (text) => text.includes('stopped after'), 'the second loop did not stop');
    await worksOn(p);
  });

  test('a run replaces one that never ends', async ({ page }) => {
    const p = await page();
    await write(p, 'while True: pass');
    await p.getByRole('textbox').first().focus();
    await p.keyboard.press('Control+Enter');
    await p.waitForTimeout(300);
    await p.keyboard.press('Control+a');
    await p.keyboard.type('print("new")');
    await p.keyboard.press('Control+Enter');
    await until(() => lines(p), (text) => text.includes('new'), 'the new program did not run');
  });

  test('a syntax error names its line, and a click on it goes there', async ({ page }) => {
    const p = await page();
    await write(p, 'x = 1\ny = (2\nfor\n');
    const text = (await runToEnd(p)).join('\n');
    ok(/SyntaxError/.test(text), `no SyntaxError: ${text}`);
    ok(/line [23]/.test(text), `no line: ${text}`);
    equal(await p.getByRole('textbox').first().getAttribute('aria-invalid'), 'true');
    await worksOn(p);
    equal(await p.getByRole('textbox').first().getAttribute('aria-invalid'), 'false');
  });

  test('an error shows its traceback and what was printed before', async ({ page }) => {
    const p = await page();
    await write(p, 'print("first")\ndef f(x):\n    return 1 / x\nf(0)\n');
    const text = await runToEnd(p);
    equal(text[0], 'first');
    ok(text.some((line) => line.includes('ZeroDivisionError: division by zero')), text.join('\n'));
    ok(text.some((line) => line.includes('line 3')), text.join('\n'));
    ok((await state(p)).includes('error after'), await state(p));
  });

  for (const [name, program, says] of [
    ['recursion without end', 'def f(n):\n    return f(n + 1)\nf(0)\n', /RecursionError|RuntimeError/],
    ['a list that fits nowhere', 'a = [0] * 10**10\n', /MemoryError/],
    ['a list that grows for ever', 'a = []\nwhile True:\n    a.append("x" * 1000)\n', /MemoryError|memory/],
    ['printing without end', 'while True:\n    print("x" * 200)\n', /output|Stopped/],
    ['a billion prints', 'for i in range(10**9):\n    print(i)\n', /output|Stopped/],
    ['a product of sizes that wraps around', 'a = ([0] * 8) * 2**29\n', /MemoryError/],
    ['a number that is none', 'import tensorflow as tf\nprint(tf.constant(0.0) / 0.0)\n', /nan/],
  ]) {
    test(`${name} gives a clear message, and the page goes on`, async ({ page }) => {
      const p = await page();
      await write(p, program);
      const text = (await runToEnd(p, 60000)).join('\n');
      ok(says.test(text), `it says: ${text.slice(-500)}`);
      await worksOn(p);
    });
  }

  test('a lost worker is said, and a fresh one takes its place', async ({ page }) => {
    const p = await page();
    await write(p, 'print("here")\nwhile True: pass\n');
    await run(p);
    await until(() => lines(p), (text) => text.includes('here'), 'the program does not run');
    await p.evaluate(() => tapedeck.runner.current.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })));
    await until(() => lines(p), (text) => text.some((line) => line.includes('lost (out of memory)')), 'nothing says that the worker was lost');
    ok((await lines(p)).includes('here'), 'what was printed is gone');
    await worksOn(p);
  });

  test('where no worker is allowed, programs run in the page, within a time', async ({ page }) => {
    const p = await page({ before: (fresh) => fresh.addInitScript(() => { window.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } }; }) });
    await worksOn(p);
    await write(p, 'while True: pass');
    const text = (await runToEnd(p)).join('\n');
    ok(/time budget|Stopped after/.test(text), `it says: ${text}`);
    await worksOn(p);
  });

  test('a runner that cannot be downloaded is said, and Try again loads it', async ({ page }) => {
    let failing = true;
    const p = await page({ before: (fresh) => fresh.route('**/runner.wasm', (route) => failing ? route.abort() : route.continue()) });
    await until(() => p.getByRole('alert').allInnerTexts(), (texts) => texts.some((text) => text.includes('could not be loaded')), 'nothing says so');
    failing = false;
    await p.getByRole('button', { name: 'Try again' }).click();
    await worksOn(p);
    p.problems = p.problems.filter((text) => !text.includes('ERR_FAILED'));
  });

  test('a hundred thousand events arrive and the tape can be dragged', async ({ page }) => {
    const p = await page();
    await write(p, 'import tensorflow as tf\nx = tf.constant(1.0)\nfor i in range(30000):\n    x = x * 0.5 + 1.0\nprint("done")\n');
    const text = await runToEnd(p, 60000);
    ok(text.includes('done'), text.join('\n'));
    ok(await log(p).isVisible().catch(() => true), '');
  });
}
