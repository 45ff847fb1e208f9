// Packages that a first lesson does not import are fetched (packages.txt) when a program imports one of them.
import { equal, ok, runToEnd, state, write } from './lesson.mjs';

const kKeras = 'import tensorflow as tf\nimport tensorflow.keras as keras\nmodel = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])\n' +
  'print(model(tf.constant([[1.0, 2.0]])).numpy())\n';
const kFirst = 'import tensorflow as tf\nprint(tf.square(3.0).numpy())\n';

/// The text of a worker's answer cannot be changed by the browser's cache: what the page has warmed up is not what the test gives.
const answering = (answer) => ({ before: (page) => page.context().route('**/packages.txt', answer) });

export default function (test) {
  test('a program that imports Keras, and one of TensorFlow 1, run with packages that are fetched then', async ({ page }) => {
    const p = await page();
    equal(await p.evaluate(() => performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('packages.txt')).length), 0, 'fetched before it is needed');
    await write(p, kKeras);
    equal(await runToEnd(p), ['[[3.]]']);
    await write(p, 'import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nx = tf.placeholder(tf.float32, [2])\nwith tf.Session() as session:\n    print(session.run(x * 2.0, {x: [1.0, 2.5]}))\n');
    equal(await runToEnd(p), ['[2. 5.]']);
  });

  test('packages that cannot be fetched give a clear message, and the page goes on', async ({ page }) => {
    let failing = true;
    const p = await page(answering((route) => failing ? route.abort() : route.continue()));
    await write(p, kKeras);
    const text = (await runToEnd(p)).join('\n');
    ok(/ImportError: this package could not be downloaded: look at the connection, then run the program again/.test(text), `it says: ${text}`);
    ok(text.includes('line 3'), `no line: ${text}`);
    ok((await state(p)).includes('error after'), await state(p));
    await write(p, kFirst);
    equal(await runToEnd(p), ['9.0'], 'a program that needs none of them');
    failing = false;
    await write(p, kKeras);
    equal(await runToEnd(p), ['[[3.]]'], 'when the line is back');
    p.problems = p.problems.filter((problem) => !problem.includes('ERR_FAILED'));
  });

  test('packages of another version are refused with what to do, and the page goes on', async ({ page }) => {
    const p = await page(answering((route) => route.fulfill({ body: '0123456789abcdef\nnot what was built\n' })));
    await write(p, kKeras);
    const text = (await runToEnd(p)).join('\n');
    ok(/ImportError: this package is of another version of the page: reload the page/.test(text), `it says: ${text}`);
    await write(p, kFirst);
    equal(await runToEnd(p), ['9.0']);
  });
}
