// What TensorFlow.js needs for the same work, in this Node, with its WebAssembly back end on one thread. Prints JSON lines like engine_bench.cpp.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { measure } from './measure.mjs';

const require = createRequire(import.meta.url);
const log = console.log;
console.log = console.warn = () => {};                                            // its greeting
const tf = require('@tensorflow/tfjs');
const { setWasmPaths } = require('@tensorflow/tfjs-backend-wasm');
setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json')) + '/dist/');
tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
await tf.setBackend('wasm');
await tf.ready();

const a = tf.scalar(1.5), b = tf.scalar(2.5);
log(JSON.stringify({ name: 'scalar_add', us: measure(() => tf.add(a, b).dispose()) }));

const x = tf.tensor2d([[1], [2], [3]]), y = tf.tensor2d([[2], [4], [6]]);
const w = tf.variable(tf.tensor2d([[0.5]])), bias = tf.variable(tf.tensor1d([0])), optimizer = tf.train.sgd(0.1);
const loss = () => tf.mean(tf.square(tf.sub(tf.add(tf.matMul(x, w), bias), y)));
const step = () => {
  optimizer.minimize(loss, false, [w, bias]);
  tf.tidy(() => w.assign(tf.clipByValue(w, 0, 10)));
};
log(JSON.stringify({ name: 'training_step', us: measure(step) }));
