// Makes web/screenshot.png, the picture in the README:   node web/screenshot.mjs   (after ./dev build web)
// The lesson's program after a run, in the middle of the first training step's way back.
import { join } from 'node:path';
import { home, launch, open, serve } from '../tests/browser/browser.mjs';
import { press, runToEnd, until, write } from '../tests/browser/lesson.mjs';

const server = await serve(), browser = await launch();
const page = await open(browser, server.address, { viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
await page.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
const program = await page.getByRole('textbox').first().inputValue();
await write(page, program.replace('[[2.0]]', '[[0.5]]'));
await runToEnd(page);
await press(page, 'To the beginning').catch(() => {});
const sentence = async () => (await page.getByRole('slider', { name: 'Timeline' }).getAttribute('aria-valuetext'));
// To the step that walks back over `square`, wherever it is in the recording.
await until(async () => { await press(page, 'Step'); return sentence(); }, (text) => /: square .*(back|gradient)/i.test(text), 'the tape never walks back over square', 60000);
await page.mouse.move(5, 895);
await page.waitForTimeout(800);
await page.screenshot({ path: join(home, 'web/screenshot.png') });
await browser.close();
server.stop();
