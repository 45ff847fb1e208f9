// The page itself: readable without anything, an app with everything, and words instead of a blank where something is missing.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, serve, siteFolder } from './browser.mjs';
import { equal, ok, runToEnd, state, until } from './lesson.mjs';

const kTitle = 'Modify a tensor during training';

export default function (test) {
  test('the lesson can be read without JavaScript', async ({ browser, address }) => {
    const page = await open(browser, address, { javaScriptEnabled: false });
    equal(await page.getByRole('heading', { level: 1 }).innerText(), kTitle);
    ok(await page.locator('article pre').count() >= 1, 'no program in the page');
    ok((await page.locator('noscript').innerText()).includes('JavaScript is off'), 'nothing says that JavaScript is off');
    await page.context().close();
  });

  test('the lesson is in the page before WebAssembly arrives, and the app takes its place without a jump', async ({ browser, address }) => {
    let release;
    const held = new Promise((resolve) => release = resolve);
    const page = await open(browser, address, { before: (fresh) => fresh.route('**/ui.wasm', async (route) => { await held; await route.continue(); }) });
    const before = await page.getByRole('heading', { level: 1 }).boundingBox();
    await until(() => page.getByRole('progressbar').isVisible(), (shown) => shown, 'no progress is shown while loading takes long');
    ok((await page.locator('#status').innerText()).startsWith('Loading'), 'no word that it is loading');
    release();
    await page.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
    await page.waitForTimeout(300);
    const after = await page.getByRole('heading', { level: 1 }).boundingBox();
    ok(Math.abs(before.x - after.x) <= 8 && Math.abs(before.y - after.y) <= 12, `the title jumped from ${JSON.stringify(before)} to ${JSON.stringify(after)}`);
    equal(page.problems, [], 'console');
    await page.context().close();
  });

  test('a failed download is said, and Try again loads the app', async ({ browser, address }) => {
    let failing = true;
    const page = await open(browser, address, { before: (fresh) => fresh.route('**/ui.wasm', (route) => failing ? route.abort() : route.continue()) });
    await until(() => page.locator('#status').innerText(), (text) => text.includes('could not be loaded'), 'nothing says that the download failed');
    equal(await page.getByRole('heading', { level: 1 }).innerText(), kTitle);
    failing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
    await page.context().close();
  });

  test('the app fills the window at every density, and follows a resize', async ({ page }) => {
    for (const density of [1, 2]) {
      const p = await page({ deviceScaleFactor: density });
      const size = () => p.evaluate(() => [tapedeck.platform.canvas.width, tapedeck.platform.canvas.height]);
      equal(await size(), [1280 * density, 800 * density]);
      await p.setViewportSize({ width: 1000, height: 700 });
      await until(size, ([w, h]) => w === 1000 * density && h === 700 * density, 'the canvas did not follow the window');
    }
  });

  test('ten idle seconds draw no frame and use no processor', async ({ page }) => {
    const p = await page();
    await until(() => state(p), () => true, '');
    await p.waitForTimeout(4000);                          // the spare worker starts in this time
    const cdp = await p.context().newCDPSession(p);
    await cdp.send('Performance.enable');
    const busy = async () => (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
    const frames = await p.evaluate(() => tapedeck.platform.frames), before = await busy();
    await p.waitForTimeout(10000);
    equal(await p.evaluate(() => tapedeck.platform.frames) - frames, 0, 'frames in ten idle seconds');
    const used = await busy() - before;
    ok(used < 0.1, `the idle page was busy for ${used} s of ten`);
  });

  test('a lost graphics context comes back with the same picture', async ({ page }) => {
    const p = await page();
    await p.waitForTimeout(500);
    const before = await p.screenshot();
    await p.evaluate(() => {
      const gl = tapedeck.platform.canvas.getContext('webgl2');
      window.loser = gl.getExtension('WEBGL_lose_context');
      window.loser.loseContext();
    });
    await until(() => p.evaluate(() => tapedeck.platform.lost), (lost) => lost, 'the context was not lost');
    await p.mouse.move(300, 300);                          // nothing may draw, or fail, meanwhile
    await p.mouse.move(5, 795);
    await p.evaluate(() => window.loser.restoreContext());
    await until(() => p.evaluate(() => tapedeck.platform.lost), (lost) => !lost, 'the context did not come back');
    await p.waitForTimeout(500);
    ok(before.equals(await p.screenshot()), 'the picture differs after the context was restored');
    p.problems = p.problems.filter((text) => !/object does not belong to this context|CONTEXT_LOST|context lost/i.test(text));
  });

  test('a browser without WebAssembly SIMD gets words, and the lesson', async ({ browser, address }) => {
    const page = await open(browser, address, { before: (fresh) => fresh.addInitScript(() => { WebAssembly.validate = () => false; }) });
    await until(() => page.locator('#status').innerText(), (text) => text.includes('no WebAssembly SIMD'), 'nothing says what is missing');
    equal(await page.getByRole('heading', { level: 1 }).innerText(), kTitle);
    equal(page.problems, [], 'console');
    await page.context().close();
  });

  test('a browser without WebGL 2 gets words, and the lesson', async ({ browser, address }) => {
    const page = await open(browser, address);
    await until(() => page.locator('#status').innerText(), (text) => text.includes('no WebGL 2'), 'nothing says what is missing');
    equal(await page.getByRole('heading', { level: 1 }).innerText(), kTitle);
    await page.context().close();
  }, { flags: ['--disable-3d-apis'] });

  test('a browser that stores nothing says so once, and the work stays for the visit', async ({ browser, address, page }) => {
    const p = await page({ before: (fresh) => fresh.addInitScript(() => {
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    }) });
    await p.getByRole('textbox').first().focus();
    await p.keyboard.type('#');
    await until(() => p.getByRole('alert').allInnerTexts(), (texts) => texts.some((text) => text.includes('storage')), 'nothing says that storage is full');
    equal(await p.locator('.notice').count(), 1);
    ok((await p.getByRole('textbox').first().inputValue()).includes('#'), 'what was typed is gone');
  });

  test('what was typed is there again after a reload', async ({ page }) => {
    const p = await page();
    await p.getByRole('textbox').first().fill('print("kept")\n');
    await until(() => p.evaluate(() => Object.values(localStorage).join()), (text) => text.includes('kept'), 'nothing was stored');
    await p.reload();
    await p.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
    ok((await p.getByRole('textbox').first().inputValue()).includes('kept'), 'the program is the old one');
    equal(await runToEnd(p), ['kept']);
  });

  test('the site works from a folder of another site, on a server that knows nothing of it', async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tapedeck-site-'));
    cpSync(siteFolder, join(folder, 'courses/tapedeck'), { recursive: true });
    const server = await serve(folder);
    try {
      const page = await open(browser, server.address + 'courses/tapedeck/');
      await page.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
      ok((await runToEnd(page)).length > 0, 'the program printed nothing');
      equal(page.problems, [], 'console');
      await page.context().close();
    } finally {
      server.stop();
      rmSync(folder, { recursive: true });
    }
  });
}
