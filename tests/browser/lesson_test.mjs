// The main job: run the lesson's program, read the console, and play the tape forwards and backwards.
import { button, equal, ok, press, runToEnd, until } from './lesson.mjs';

const slider = (page) => page.getByRole('slider', { name: 'Timeline' });
/// { at, of } of the timeline, and the sentence of the present event.
async function place(page) {
  const words = await slider(page).getAttribute('aria-valuetext');
  const [, at, of] = /event ([\d,]+) of ([\d,]+)/.exec(words).map((text) => +text.replaceAll(',', ''));
  return { at, of, sentence: words.replace(/^[^:]*: ?/, '') };
}
const step = async (page, name) => {
  const before = await place(page);
  await press(page, name);
  return until(() => place(page), (now) => now.at !== before.at, `${name} did not move the tape`);
};

export default function (test) {
  test('the program of the lesson runs and its printed lines are in the console', async ({ page }) => {
    const p = await page();
    const printed = (await runToEnd(p)).filter((line) => /^\d /.test(line));
    equal(printed.length, 5, 'lines');
    equal(printed.map((line) => line[0]).join(''), '01234');
    ok(/^0 [\d.e+-]+ \[\[[\d.]+\]\] \[[-\d.e]+\]$/.test(printed[0]), `the first line is ${printed[0]}`);
  });

  test('the tape steps forwards and backwards, and each place has its sentence', async ({ page }) => {
    const p = await page();
    await runToEnd(p);
    await press(p, 'To the beginning').catch(() => {});
    await until(() => place(p), ({ at, of }) => at === 0 && of > 50, 'the tape is not at its beginning');
    const one = await step(p, 'Step'), two = await step(p, 'Step'), three = await step(p, 'Step');
    ok(one.at < two.at && two.at < three.at, 'Step does not go forwards');
    ok(one.sentence && one.sentence !== two.sentence && two.sentence !== three.sentence, `sentences: ${JSON.stringify([one, two, three])}`);
    equal(await step(p, 'Step back'), two, 'one step back');
    equal(await step(p, 'Step back'), one, 'two steps back');
    const statuses = await p.getByRole('status').allInnerTexts();
    ok(statuses.some((text) => text.trim() === one.sentence.trim()), `the sentence is not said: ${JSON.stringify(statuses)}`);
  });

  test('arrow keys step, End and Home jump, Space plays and pauses', async ({ page }) => {
    const p = await page();
    await runToEnd(p);
    await p.mouse.click(640, 20);                          // on nothing: the keys belong to the player
    await p.keyboard.press('Home');
    await until(() => place(p), ({ at }) => at === 0, 'Home did not go to the beginning');
    await p.keyboard.press('ArrowRight');
    const one = await until(() => place(p), ({ at }) => at > 0, 'the right arrow did not step');
    await p.keyboard.press('ArrowLeft');
    await until(() => place(p), ({ at }) => at < one.at, 'the left arrow did not step back');
    await p.keyboard.press('End');
    await until(() => place(p), ({ at, of }) => at === of, 'End did not go to the end');
    await p.keyboard.press('Home');
    await until(() => place(p), ({ at }) => at === 0, 'Home did not go back');
    await p.keyboard.press('Space');
    await until(() => place(p), ({ at }) => at >= 2, 'Space did not play');
    await until(() => button(p, 'Pause').count(), (n) => n === 1, 'the button does not say Pause while the tape plays');
    await p.keyboard.press('Space');
    await until(() => button(p, 'Play').count(), (n) => n === 1, 'Space did not pause');
    const { at } = await place(p);
    await p.waitForTimeout(1500);
    equal((await place(p)).at, at, 'position while paused');
  });

  test('the timeline is dragged with the mouse', async ({ page }) => {
    const p = await page();
    await runToEnd(p);
    const box = await slider(p).boundingBox();
    const y = box.y + box.height / 2;
    await p.mouse.move(box.x + 10, y);
    await p.mouse.down();
    await until(() => place(p), ({ at, of }) => at < of * 0.1, 'the press did not move the tape to its beginning');
    await p.mouse.move(box.x + box.width * 0.5, y, { steps: 5 });
    await until(() => place(p), ({ at, of }) => at > of * 0.3 && at < of * 0.7, 'the drag did not follow');
    await p.mouse.move(box.x + box.width + 50, y, { steps: 5 });
    await until(() => place(p), ({ at, of }) => at > of * 0.95, 'the drag did not reach the end');
    await p.mouse.up();
  });

  test('the variables are said with their values, and change as the tape plays', async ({ page }) => {
    const p = await page();
    await runToEnd(p);
    await p.mouse.click(640, 20);
    const words = async () => (await p.locator('.mirror').innerText()).replace(/\s+/g, ' ');
    await p.keyboard.press('End');
    const last = await until(words, (text) => /\bw\b/.test(text) && /\bb\b/.test(text), 'no variable is named');
    await p.keyboard.press('Home');
    await until(words, (text) => text !== last, 'nothing changed between the end and the beginning');
  });

  test('light and dark follow the system until the reader chooses, and the choice is remembered', async ({ page }) => {
    const p = await page({ colorScheme: 'light' });
    const shown = () => p.screenshot({ clip: { x: 700, y: 4, width: 60, height: 40 } });
    const light = await shown();
    await p.emulateMedia({ colorScheme: 'dark' });
    await until(async () => !(await shown()).equals(light), (changed) => changed, 'the page does not follow the system to dark');
    // The button goes round system, light and dark; whichever it stops at is kept.
    const theme = p.getByRole('button', { name: /light|dark|system|theme/i }).first();
    for (let i = 0; i < 3 && (await p.evaluate(() => localStorage.getItem('tapedeck/theme'))) !== 'light'; ++i) {
      await theme.click({ force: true });
      await p.waitForTimeout(300);
    }
    await until(async () => (await shown()).equals(light), (same) => same, 'the choice of light is not shown');
    await p.reload();
    await p.waitForFunction(() => window.tapedeck, null, { timeout: 60000 });
    await until(async () => (await shown()).equals(light), (same) => same, 'the choice is forgotten after a reload');
  });

  test('the printed lines are the same in a second run', async ({ page }) => {
    const p = await page();
    const first = await runToEnd(p);
    equal(await runToEnd(p), first);
  });
}
