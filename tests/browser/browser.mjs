// What every browser test needs: the built site on its own server (web/serve.py), Chromium, and pages that report their errors.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const home = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const siteFolder = process.env.TAPEDECK_SITE ?? join(home, 'build-web/site');
const kChromium = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/// WebGL 2 by SwiftShader, so that the tests need no graphics card; and nothing that talks to the network.
const kFlags = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

export const launch = (flags = []) => chromium.launch({ executablePath: kChromium, args: [...kFlags, ...flags] });

/// A server for `folder` on a free port; `address` ends in a slash.
export async function serve(folder = siteFolder) {
  const server = spawn('python3', [join(home, 'web/serve.py'), folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once('data', (data) => resolve(String(data).trim()));
    server.once('exit', () => reject(new Error('the server did not start')));
  });
  return { address, stop: () => server.kill() };
}

/// A page of its own context, with everything that went wrong in it collected in `page.problems`.
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  // That a preload was not used in time is so on a slow machine, and where the page has stopped for want of something.
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/preloaded using link preload/.test(message.text()) &&
    page.problems.push(message.text()));
  await options.before?.(page);
  await page.goto(address);
  return page;
}
