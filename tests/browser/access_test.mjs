// What assistive technology meets: roles, names, order and focus; and fingers.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { open } from './browser.mjs';
import { button, code, equal, lines, log, ok, press, runToEnd, state, until } from './lesson.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page) {
  await page.evaluate(axe);                                // through the debugger: the page's policy lets no other script in
  return page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join('  ')}`));
}

export default function (test) {
  test('axe finds nothing, before and after a run', async ({ page }) => {
    const p = await page();
    equal(await violations(p), [], 'before');
    await runToEnd(p);
    equal(await violations(p), [], 'after');
  });

  test('axe finds nothing in the page without the app', async ({ browser, address }) => {
    const page = await open(browser, address, { before: (fresh) => fresh.route('**/page.mjs', (route) => route.abort()) });
    equal(await violations(page), []);
    await page.context().close();
  });

  test('headings, text, the program, the buttons and the console are there by role and name', async ({ page }) => {
    const p = await page();
    equal(await p.getByRole('heading', { level: 1 }).allInnerTexts(), ['Modify a tensor during training']);
    ok(await p.getByRole('paragraph').count() >= 2, 'no paragraphs');
    ok((await code(p).inputValue()).includes('import tensorflow as tf'), 'the text field is not the program');
    equal(await button(p, 'Run').count(), 1);
    await runToEnd(p);
    equal(await log(p).getAttribute('aria-live'), 'polite');
    ok((await lines(p)).length >= 5, 'the console is empty');
    ok((await p.getByRole('status').count()) >= 2, 'no status sentences');
  });

  test('Tab goes through everything and out of the page, and the focus is drawn', async ({ page }) => {
    const p = await page();
    await runToEnd(p);
    await p.evaluate(() => document.activeElement.blur());
    const seen = [];
    for (let i = 0; i < 80; ++i) {
      await p.keyboard.press('Tab');
      const name = await p.evaluate(() => {
        const e = document.activeElement;
        return e === document.body ? '' : e.getAttribute('aria-label') ?? e.textContent.slice(0, 40);
      });
      if (!name) break;
      seen.push(name);
      if (name.startsWith('Code editor')) await p.keyboard.press('Escape');
    }
    for (const wanted of ['Run', 'Code editor', 'Play', 'Timeline']) ok(seen.includes(wanted), `${wanted} is not reached by Tab: ${seen.join(' | ')}`);
    ok(seen.indexOf('Run') < seen.indexOf('Play'), `the order is not that of the page: ${seen.join(' | ')}`);
    // The ring is a picture: with the focus on Play, which is always in sight, the drawing differs from without.
    const at = await button(p, 'Play').boundingBox();
    const clip = { x: at.x - 6, y: at.y - 6, width: at.width + 12, height: at.height + 12 };
    await p.evaluate(() => document.activeElement.blur());
    await p.waitForTimeout(300);
    const without = await p.screenshot({ clip });
    for (let i = 0; i < 80 && !(await button(p, 'Play').evaluate((e) => e === document.activeElement)); ++i) {
      if (await code(p).evaluate((e) => e === document.activeElement)) await p.keyboard.press('Escape');
      await p.keyboard.press('Tab');
    }
    await p.waitForTimeout(300);
    ok(!(await p.screenshot({ clip })).equals(without), 'no focus ring is drawn');
  });

  test('the elements of the mirror lie where they are drawn', async ({ page }) => {
    const p = await page();
    const run = await button(p, 'Run').boundingBox(), field = await code(p).locator('xpath=..').boundingBox();
    ok(run.width > 30 && run.height >= 20 && run.x > 0 && run.y > 48, `Run: ${JSON.stringify(run)}`);
    ok(field.width > 200 && field.height > 60 && field.y > run.y, `editor: ${JSON.stringify(field)}`);
  });

  test('two fingers on the tape zoom it about the place between them, and the browser does not zoom the page', async ({ page }) => {
    const p = await page({ viewport: { width: 1280, height: 800 }, hasTouch: true });
    await runToEnd(p);
    const cdp = await p.context().newCDPSession(p);
    const tape = await p.getByRole('list', { name: /^tape/ }).first().boundingBox();
    const x = tape.x + tape.width / 2, y = tape.y + tape.height / 2;
    const node = p.getByRole('listitem').filter({ hasText: /^variable w/ }).first();
    const size = async () => (await node.boundingBox())?.width ?? 0;
    const before = await until(size, (width) => width > 0, 'the tape shows no variable');
    const fingers = (type, half) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x - half, y, id: 0 }, { x: x + half, y, id: 1 }] });
    const pinch = async (from, to) => {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x - from, y, id: 0 }] });
      await fingers('touchStart', from);
      for (let i = 1; i <= 10; ++i) await fingers('touchMove', from + (to - from) * i / 10);
      await fingers('touchEnd');
    };
    await pinch(120, 80);
    const small = await until(size, (width) => width < before * 0.8, 'two fingers that close do not make it smaller');
    ok(small > before * 0.5, `${before} became ${small} when the fingers came to two thirds`);
    await pinch(80, 120);
    await until(size, (width) => Math.abs(width - before) < before * 0.1, 'two fingers that open do not bring it back');
    equal(await p.evaluate(() => visualViewport.scale), 1, 'the zoom of the page');
    equal(await p.evaluate(() => tapedeck.platform.pinch), null, 'a pinch that never ended');
  });

  test('on a phone: one column, a tap runs the program, a swipe scrolls the lesson', async ({ page }) => {
    const p = await page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const cdp = await p.context().newCDPSession(p);
    const title = () => p.getByRole('heading', { level: 1 }).boundingBox();
    const before = await title();
    const touch = (type, x, y) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', 200, 700);
    for (let y = 690; y >= 400; y -= 20) await touch('touchMove', 200, y);
    await touch('touchEnd');
    await until(title, (now) => now === null || now.y < before.y - 100, 'the swipe did not scroll the lesson');
    await touch('touchStart', 200, 300);
    for (let y = 310; y <= 800; y += 20) await touch('touchMove', 200, y);
    await touch('touchEnd');
    await until(title, (now) => now !== null && Math.abs(now.y - before.y) < 2, 'the swipe back did not come to the top');
    await button(p, 'Run').focus();
    const run = await until(() => button(p, 'Run').boundingBox(), (box) => box.y > 48 && box.y < 700, 'Run does not come into view');
    ok(run.height >= 28, `Run is ${run.height} high`);
    await p.touchscreen.tap(run.x + run.width / 2, run.y + run.height / 2);
    await until(() => state(p), (text) => /ran in/.test(text), 'the tap did not run the program');
    // The deck opens as a sheet; a finger that goes sideways over the tape steps.
    const at = async () => +/event ([\d,]+) of/.exec(await p.getByRole('slider', { name: 'Timeline' }).getAttribute('aria-valuetext'))[1];
    const swipe = async (from, to) => {
      await touch('touchStart', from, 330);
      for (let i = 1; i <= 8; ++i) await touch('touchMove', from + (to - from) * i / 8, 330);
      await touch('touchEnd');
    };
    const first = await until(at, (n) => n > 0, 'no timeline');
    await swipe(120, 320);
    const second = await until(at, (n) => n < first, 'the swipe to the right did not step back');
    await until(() => p.evaluate(() => tapedeck.platform.coasting), (glides) => !glides, 'the swipe glides for ever');
    await p.waitForTimeout(450);                           // a second swipe counts as one only then (tape_view.cpp)
    await swipe(320, 120);
    await until(at, (n) => n > second, 'the swipe to the left did not step');
  });
}
