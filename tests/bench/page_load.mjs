// Loads the built site in a fresh Chromium and says when the lesson was on the screen, when its first run had finished, and what was requested for each.
import { launch } from '../browser/browser.mjs';
import { press } from '../browser/lesson.mjs';

/// A browser of its own for each call, so that nothing is cached.
async function withPage(use) {
  const browser = await launch();
  try {
    return await use(await browser.newPage({ viewport: { width: 1280, height: 800 } }));
  } finally {
    await browser.close();
  }
}

/// Milliseconds from navigation to the page's own performance mark of that name.
async function markTime(page, name) {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, name, { timeout: 60000, polling: 5 });
  return page.evaluate((mark) => performance.getEntriesByName(mark)[0].startTime, name);
}

/// { drawn, ran } in ms, and the paths requested up to each.
export function loadLesson(address) {
  return withPage(async (page) => {
    const requested = [];
    const note = (request) => { if (request.url().startsWith(address)) requested.push(new URL(request.url()).pathname); };
    page.on('request', note);
    await page.goto(address, { waitUntil: 'commit' });
    const drawn = await markTime(page, 'tapedeck:drawn');
    const forFrame = [...requested];
    await press(page, 'Run');
    const ran = await markTime(page, 'tapedeck:ran');
    return { drawn, ran, forFrame, forRun: [...new Set(requested)] };
  });
}

export function loadTfjs(address) {
  return withPage(async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    return { step: await markTime(page, 'tfjs:step') };
  });
}
