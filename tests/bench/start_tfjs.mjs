// The page that Tapedeck's start is measured beside: TensorFlow.js's core, its gradients and its WebAssembly back end, bundled and minified, and
// one training step of the lesson's program. Nothing else is on it.
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

setWasmPaths('./');
tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
await tf.setBackend('wasm');
await tf.ready();
const x = tf.tensor2d([[1], [2], [3]]), y = tf.tensor2d([[2], [4], [6]]);
const w = tf.variable(tf.tensor2d([[0.5]])), b = tf.variable(tf.tensor1d([0]));
const loss = tf.train.sgd(0.1).minimize(() => tf.mean(tf.square(tf.sub(tf.add(tf.matMul(x, w), b), y))), true, [w, b]);
w.assign(tf.clipByValue(w, 0, 10));
document.title = String(loss.dataSync()[0]);
performance.mark('tfjs:step');
