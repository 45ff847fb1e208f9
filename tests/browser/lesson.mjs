// What the tests do with the lesson's page, by role and name.

/// A button of the mirror; of several with that name the first.
export const button = (page, name) => page.getByRole('button', { name, exact: true }).first();

/// Press it as a reader does: bring it into view and click on what is drawn there. The mirror's own element lies under no pointer.
export async function press(page, name) {
  const element = button(page, name);
  const { height } = page.viewportSize();
  const seen = (box) => box && box.y >= 0 && box.y + box.height <= height;
  let box = await element.boundingBox();
  if (!seen(box)) {
    await element.focus();
    box = await until(() => element.boundingBox(), seen, `${name} does not come into view`);
  }
  if (await element.isDisabled()) throw new Error(`${name} is disabled`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export const code = (page) => page.getByRole('textbox', { name: /^Code editor/ }).first();
export const log = (page) => page.getByRole('log').first();
/// The lines of the console.
export const lines = async (page) => (await log(page).count()) ? (await log(page).locator(':scope > *').allInnerTexts()).map((line) => line.trim()) : [];

/// Wait until `check(await read())` holds; the last value read is in the error.
export async function until(read, check, what, ms = 20000) {
  const end = Date.now() + ms;
  let value;
  do {
    value = await read();
    if (check(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  } while (Date.now() < end);
  throw new Error(`${what}; last seen: ${JSON.stringify(value)}`);
}

/// What stands beside the Run button: "ran in 3 ms · 286 events", "error after …", "stopped after …".
export const state = async (page) => (await page.getByRole('status').allInnerTexts()).join(' ');

/// Press Run, and wait until that run has begun: until then the page still says how the one before it ended.
export async function run(page) {
  const begun = () => page.evaluate(() => tapedeck.runner.runsBegun);
  const before = await begun();
  await press(page, 'Run');
  await until(begun, (now) => now > before, 'Run did not begin a run');
}

export async function runToEnd(page, ms = 30000) {
  await run(page);
  await until(() => state(page), (text) => /ran in|error after|stopped after/.test(text) && !/running/.test(text), 'the run did not end', ms);
  return lines(page);
}

/// Write a program as a learner would: into the field, by the browser's own input.
export async function write(page, program) {
  await code(page).fill(program);
}

export function equal(got, wanted, what = 'value') {
  const a = JSON.stringify(got), b = JSON.stringify(wanted);
  if (a !== b) throw new Error(`${what}: got ${a}, wanted ${b}`);
}

export function ok(condition, what) {
  if (!condition) throw new Error(what);
}
