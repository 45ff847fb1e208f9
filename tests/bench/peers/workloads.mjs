// The workloads that peers are compared on. Their exact definitions are in README.md, their data in data.mjs.
// unit: what one unit is; reset: trained state is rebuilt before every sample;
// checkUnits: how many units are run from fresh state before check() values are taken; tol: relative tolerance.
// flop: floating point operations per unit, where GFLOP/s is meaningful; elems: elements per unit.
const mm = n => ({id: `W5/${n}`, title: `matmul ${n}x${n}x${n}`, unit: 'us/op', flop: 2 * n ** 3, tol: 1e-4});
const conv = (h, w, ci, co, k) => 2 * h * w * ci * co * k * k;
const M1 = 1 << 20;
export const SPEC = [
  {id: 'W1', title: 'eager scalar add', unit: 'us/op'},
  {id: 'W2', title: 'eager add, 1,000 floats', unit: 'us/op', elems: 1000},
  {id: 'W3', title: 'tape: 20 small ops on 32x32 + gradient (2 sources)', unit: 'us/iteration', tol: 1e-4},
  {id: 'W4', title: 'linear-regression train step (seed 000), no read-back', unit: 'us/step', reset: true, checkUnits: 5},
  {id: 'W4p', title: 'W4 + read loss, w, b to the host (what the seed prints)', unit: 'us/step', reset: true, checkUnits: 5},
  mm(64), mm(128), mm(256), mm(512), mm(1024),
  {id: 'W6/sgd', title: 'MLP 784-128-10, batch 32, softmax-xent, SGD step', unit: 'us/step', reset: true, checkUnits: 5, tol: 1e-3, flop: 3 * 2 * 32 * (784 * 128 + 128 * 10) - 2 * 32 * 784 * 128},
  {id: 'W6/adam', title: 'same, Adam step', unit: 'us/step', reset: true, checkUnits: 5, tol: 2e-2, flop: 3 * 2 * 32 * (784 * 128 + 128 * 10) - 2 * 32 * 784 * 128},
  {id: 'W7/fwd', title: 'conv 3x3 same 32x32x3->64->64, batch 1, forward', unit: 'us/pass', tol: 1e-3, flop: conv(32, 32, 3, 64, 3) + conv(32, 32, 64, 64, 3)},
  {id: 'W7/grad', title: 'same model, value + gradient wrt input (seed 002)', unit: 'us/pass', tol: 1e-3, flop: 2 * (conv(32, 32, 3, 64, 3) + conv(32, 32, 64, 64, 3))},
  {id: 'W8', title: 'CNN train step, batch 32, 28x28x1', unit: 'us/step', reset: true, checkUnits: 3, tol: 1e-3, flop: 32 * (2 * conv(28, 28, 1, 8, 3) + 3 * conv(14, 14, 8, 16, 3) + 3 * 2 * 784 * 10)},
  {id: 'W9/exp', title: 'exp, 2^20 floats', unit: 'us/op', elems: M1},
  {id: 'W9/tanh', title: 'tanh, 2^20 floats', unit: 'us/op', elems: M1},
  {id: 'W9/sigmoid', title: 'sigmoid, 2^20 floats', unit: 'us/op', elems: M1},
  {id: 'W10/all', title: 'reduce_sum, 1024x1024, all', unit: 'us/op', elems: M1, tol: 1e-3, atol: 0.05},
  {id: 'W10/axis0', title: 'reduce_sum, 1024x1024, axis 0', unit: 'us/op', elems: M1, tol: 1e-3, atol: 1e-3},
  {id: 'W10/axis1', title: 'reduce_sum, 1024x1024, axis 1', unit: 'us/op', elems: M1, tol: 1e-3, atol: 1e-3},
  {id: 'W11', title: 'softmax 1024x1000', unit: 'us/op', elems: 1024000, tol: 1e-4},
  {id: 'W12/out', title: 'second derivative of tanh(x^2) sin x + exp(0.1x) (nested tapes)', unit: 'us/evaluation', tol: 1e-4},
  {id: 'W12/in', title: 'the same with ops whose gradient keeps inputs only (sin, cos, mul)', unit: 'us/evaluation', tol: 1e-4},
  {id: 'W13', title: 'playground net 2-8-8-1, batch 32, tanh, train step', unit: 'us/step', reset: true, checkUnits: 50, tol: 1e-3},
];
export const byId = Object.fromEntries(SPEC.map(w => [w.id, w]));

// values every peer's check() has to give (computed by python_peer.py --lib torch in float64)
import {EXPECTED} from './expected.mjs';
export function checkOk(w, got) {
  const want = EXPECTED[w.id];
  if (!want || !got) return null;
  const tol = w.tol ?? 1e-5, atol = w.atol ?? tol * 1e-3;
  if (want.length !== got.length) return false;
  return want.every((v, i) => Math.abs(v - got[i]) <= atol + tol * Math.abs(v));
}
// --only W1,W5,W9/exp : an id or its part before '/'
export function select(only) {
  if (!only) return SPEC;
  const want = String(only).split(',');
  return SPEC.filter(w => want.includes(w.id) || want.includes(w.id.split('/')[0]));
}
