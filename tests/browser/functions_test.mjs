// A program with functions that are traced again (tests/deck/retrace.py): folded and unfolded in the tape, and in the list of functions.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { home } from './browser.mjs';
import { button, ok, press, runToEnd, until, write } from './lesson.mjs';

const program = readFileSync(join(home, 'tests/deck/retrace.py'), 'utf8');
const folder = join(home, 'build-web/screenshots');
const items = (page, text) => page.getByRole('listitem').filter({ hasText: text });

async function atTheEnd(p) {
  await write(p, program);
  await runToEnd(p);
  await until(() => items(p, /^network, a function, folded/).count(), (n) => n === 1, 'the large function is not folded');
}

export default function (test) {
  test('a function is unfolded and folded by its button and by the key, and its lines are told apart', async ({ page }) => {
    const p = await page();
    await atTheEnd(p);
    await press(p, 'Unfold network');
    await until(() => items(p, /^tanh of/).count(), (n) => n === 4, 'its ops are not there');
    await button(p, 'Fold network').focus();
    await p.keyboard.press('Enter');
    await until(() => items(p, /^network, a function, folded/).count(), (n) => n === 1, 'it does not fold');
    const words = (await p.locator('.mirror').innerText()).replace(/\s+/g, ' ');
    ok(words.includes('Line 7: its Python ran only while the function was traced: once per signature'), 'line 7 is not told');
    ok(words.includes('Line 8: its ops run at each call of the function'), 'line 8 is not told');
  });

  test('the list of functions has the signatures and what forced each trace, and goes to it', async ({ page }) => {
    const p = await page();
    await atTheEnd(p);
    await p.getByRole('tab', { name: 'Functions' }).click({ force: true });
    const third = items(p, /^scaled, graph 3, for x: float32 \(2,\), power: 3, traced again because power is 3 and was 2, called once/);
    await until(() => third.count(), (n) => n === 1, 'the third trace is not in the list');
    await third.focus();
    await p.keyboard.press('Enter');
    const status = async () => (await p.getByRole('status').allInnerTexts()).join(' ');
    await until(status, (text) => text.includes('its graph number 3'), 'the tape does not go to the trace');
  });

  for (const [width, height] of [[1280, 800], [1920, 1080], [390, 844]]) {
    for (const colorScheme of ['light', 'dark']) {
      for (const deviceScaleFactor of [1, 2]) {
        test(`a picture of functions at ${width}×${height}, ${deviceScaleFactor}x, ${colorScheme}`, async ({ page }) => {
          mkdirSync(folder, { recursive: true });
          const phone = width < 700;
          const p = await page({ viewport: { width, height }, deviceScaleFactor, colorScheme, ...(phone ? { hasTouch: true, isMobile: true } : {}) });
          const name = (what) => join(folder, `${what}-${width}x${height}@${deviceScaleFactor}-${colorScheme}.png`);
          await atTheEnd(p);
          if (!phone || await p.getByRole('tab', { name: 'Functions' }).count()) await p.getByRole('tab', { name: 'Functions' }).click({ force: true });
          await p.waitForTimeout(600);
          const folded = await p.screenshot({ path: name('folded') });
          if (phone) {                                                             // to a step within it: the view goes along
            const time = await p.getByRole('slider', { name: 'Timeline' }).boundingBox();
            await p.mouse.click(time.x + time.width * 0.42, time.y + time.height / 2);
          }
          await press(p, 'Unfold network');
          await p.waitForTimeout(600);
          const unfolded = await p.screenshot({ path: name('unfolded') });
          ok(folded.length > 10000 && !folded.equals(unfolded), 'the pictures are empty or the same');
        });
      }
    }
  }
}
