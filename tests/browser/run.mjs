// The page in a real Chromium:   node tests/browser/run.mjs [--only WORDS]
// Things are found by role and name through the DOM mirror, as a screen reader finds them, so a test that passes says that the mirror is right too.
import { parseArgs } from 'node:util';
import { launch, serve, open } from './browser.mjs';

const { values: { only } } = parseArgs({ options: { only: { type: 'string' } } });
const files = ['page', 'lesson', 'editor', 'runner', 'access', 'share', 'packages', 'run_graph', 'functions', 'screenshots'];
export const tests = [];
/// `body({ browser, address, page })`; `page()` opens the lesson and waits until the app draws it. `options.flags` start a browser of its own.
export const test = (name, body, options = {}) => tests.push({ name, body, ...options });

let passed = 0, failed = 0, again = 0;
const server = await serve();
let shared = await launch();
for (const file of files) await import(`./${file}_test.mjs`).then((module) => module.default(test));

/// null, or the error. Pages and a browser of the test's own are closed in any case.
async function attempt({ body, flags }) {
  if (!shared.isConnected()) shared = await launch();
  const browser = flags ? await launch(flags) : shared;
  const pages = [];
  try {
    await body({
      browser, address: server.address,
      page: async (options = {}) => {
        const page = await open(browser, server.address, options);
        pages.push(page);
        await page.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
        return page;
      },
    });
    for (const page of pages) if (page.problems.length) throw new Error(`the page's console says: ${page.problems.join(' | ')}`);
    return null;
  } catch (error) {
    // A browser that went away as a whole says nothing about the page.
    return Object.assign(error instanceof Error ? error : new Error(String(error)), { browserEnded: !browser.isConnected() });
  } finally {
    for (const page of pages) await page.context().close().catch(() => {});
    if (flags) await browser.close().catch(() => {});
  }
}

const told = (error) => String(error.stack ?? error).split('\n').slice(0, 12).join('\n        ');

for (const one of tests) {
  if (only && !one.name.includes(only)) continue;
  const begin = performance.now();
  let error = await attempt(one);
  if (error) {
    // A browser takes its time on a busy machine, and goes away on a small one. A test that passes on its second try is named, and counted at the end.
    console.log(`again   ${one.name}: ${error.browserEnded ? 'the browser ended: ' : ''}${told(error)}`);
    ++again;
    error = await attempt(one);
  }
  if (error) {
    ++failed;
    console.log(`FAILED  ${one.name}\n        ${told(error)}`);
  } else {
    ++passed;
    console.log(`passed  ${one.name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  }
}
await shared.close().catch(() => {});
server.stop();
if (again) console.log(`${again} needed a second try`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
