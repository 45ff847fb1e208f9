// Deterministic data, the same in JS, Python (data.py) and C++ (peer.h): mulberry32.
export function uniform(seed, count, lo, hi) {
  const out = new Float32Array(count);
  let a = seed >>> 0;
  for (let i = 0; i < count; i++) {
    a = (a + 0x6D2B79F5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    const u = ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    out[i] = lo + (hi - lo) * u;
  }
  return out;
}
const sym = (seed, count, r) => uniform(seed, count, -r, r);
const glorot = (seed, count, fi, fo) => sym(seed, count, Math.sqrt(6 / (fi + fo)));
const zeros = n => new Float32Array(n);
const onehot = (b, c) => { const y = zeros(b * c); for (let i = 0; i < b; i++) y[i * c + i % c] = 1; return y; };
// every entry: name -> [shape, Float32Array]
export function data(id) {
  switch (id) {
    case 'W1': return {a: [[], new Float32Array([1.5])], b: [[], new Float32Array([2.25])]};
    case 'W2': return {a: [[1000], sym(2001, 1000, 1)], b: [[1000], sym(2002, 1000, 1)]};
    case 'W3': return {x: [[32, 32], sym(3001, 1024, 1)], w: [[32, 32], sym(3002, 1024, 1 / Math.sqrt(32))],
      b: [[32, 32], sym(3003, 1024, 1)], s: [[32, 32], uniform(3004, 1024, 0.5, 1.5)]};
    case 'W4': case 'W4p': return {x: [[3, 1], new Float32Array([1, 2, 3])], y: [[3, 1], new Float32Array([2, 4, 6])],
      w: [[1, 1], new Float32Array([0.5])], b: [[1], new Float32Array([0])]};
    case 'W6/sgd': case 'W6/adam': return {x: [[32, 784], uniform(6101, 32 * 784, 0, 1)], y: [[32, 10], onehot(32, 10)],
      w1: [[784, 128], glorot(6102, 784 * 128, 784, 128)], b1: [[128], zeros(128)],
      w2: [[128, 10], glorot(6103, 1280, 128, 10)], b2: [[10], zeros(10)]};
    case 'W7/fwd': case 'W7/grad': return {x: [[1, 32, 32, 3], uniform(7001, 3072, 0, 1)],
      k1: [[3, 3, 3, 64], glorot(7002, 1728, 27, 576)], b1: [[64], sym(7004, 64, 0.1)],
      k2: [[3, 3, 64, 64], glorot(7003, 36864, 576, 576)], b2: [[64], sym(7005, 64, 0.1)]};
    case 'W8': return {x: [[32, 28, 28, 1], uniform(8001, 32 * 784, 0, 1)], y: [[32, 10], onehot(32, 10)],
      k1: [[3, 3, 1, 8], glorot(8002, 72, 9, 72)], b1: [[8], zeros(8)],
      k2: [[3, 3, 8, 16], glorot(8003, 1152, 72, 144)], b2: [[16], zeros(16)],
      d: [[784, 10], glorot(8004, 7840, 784, 10)], db: [[10], zeros(10)]};
    case 'W9/exp': case 'W9/tanh': case 'W9/sigmoid': return {x: [[1 << 20], sym(9001, 1 << 20, 2)]};
    case 'W10/all': case 'W10/axis0': case 'W10/axis1': return {x: [[1024, 1024], sym(10001, 1 << 20, 1)]};
    case 'W11': return {x: [[1024, 1000], sym(11001, 1024000, 5)]};
    case 'W12/out': case 'W12/in': return {x: [[], new Float32Array([0.7])]};
    case 'W13': {
      const d = {w1: [[2, 8], sym(13001, 16, 0.5)], b1: [[8], zeros(8).fill(0.1)], w2: [[8, 8], sym(13002, 64, 0.5)],
        b2: [[8], zeros(8).fill(0.1)], w3: [[8, 1], sym(13003, 8, 0.5)], b3: [[1], zeros(1).fill(0.1)]};
      const px = zeros(640), py = zeros(320);
      for (let j = 0; j < 320; j++) {
        const k = (j * 97) % 320, i = k % 160, lab = k < 160 ? 1 : -1;
        const r = i / 160 * 5, t = 1.75 * i / 160 * 2 * Math.PI + (lab > 0 ? 0 : Math.PI);
        px[2 * j] = r * Math.sin(t); px[2 * j + 1] = r * Math.cos(t); py[j] = lab;
      }
      for (let i = 0; i < 10; i++) {
        d['x' + i] = [[32, 2], px.slice(64 * i, 64 * i + 64)];
        d['y' + i] = [[32, 1], py.slice(32 * i, 32 * i + 32)];
      }
      return d;
    }
  }
  if (id.startsWith('W5/')) { const n = +id.slice(3); return {a: [[n, n], sym(5000 + n, n * n, 1)], b: [[n, n], sym(6000 + n, n * n, 1)]}; }
  throw Error('no data for ' + id);
}
