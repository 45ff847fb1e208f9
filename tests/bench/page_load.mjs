// Loads the built site in a fresh Chromium and says when the lesson was on the screen, when its first run had finished, and what was requested for each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from '../browser/node_modules/playwright-core/index.mjs';

export const kRoot = fileURLToPath(new URL('../../', import.meta.url));
const kFlags = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/// Serves `folder` with the project's own server until `close()`.
export async function serve(folder) {
  const server = spawn('python3', [kRoot + 'web/serve.py', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout, 'data');
  return { address: String(line).trim(), close: () => server.kill() };
}

/// A browser of its own for each call, so that nothing is cached.
export async function withPage(use) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: kFlags });
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
    await page.getByRole('button', { name: 'Run', exact: true }).click();
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
