// Pictures for people to look at, in build-web/screenshots: would a teacher project this? The test itself only sees that they are not empty.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { home } from './browser.mjs';
import { ok, press, runToEnd } from './lesson.mjs';

const folder = join(home, 'build-web/screenshots');
const kSizes = [[1280, 800], [1920, 1080], [390, 844]];

export default function (test) {
  for (const [width, height] of kSizes) {
    for (const colorScheme of ['light', 'dark']) {
      for (const deviceScaleFactor of [1, 2]) {
        test(`a picture at ${width}×${height}, ${deviceScaleFactor}x, ${colorScheme}`, async ({ page }) => {
          mkdirSync(folder, { recursive: true });
          const phone = width < 700;
          const p = await page({ viewport: { width, height }, deviceScaleFactor, colorScheme, ...(phone ? { hasTouch: true, isMobile: true } : {}) });
          const name = (what) => join(folder, `${what}-${width}x${height}@${deviceScaleFactor}-${colorScheme}.png`);
          await p.waitForTimeout(300);
          const lesson = await p.screenshot({ path: name('lesson') });
          await runToEnd(p);
          await press(p, 'To the beginning');
          for (let i = 0; i < 24; ++i) await press(p, 'Step');
          await p.waitForTimeout(600);
          const tape = await p.screenshot({ path: name('tape') });
          ok(lesson.length > 10000 && tape.length > 10000 && !lesson.equals(tape), 'the pictures are empty or the same');
        });
      }
    }
  }
}
