// TensorFlow.js peer, one per backend; runs in a page or in node. tf is the tfjs namespace.
import {data} from './data.mjs';
export function tfPeer(tf, backend, name, env) {
  let cur = {};          // id -> {unit(), check(), dispose()}
  const T = d => tf.tensor(d[1], d[0], 'float32');
  const V = d => tf.tidy(() => tf.variable(T(d)));
  const keepLast = () => { let last = null; return {set(t) { if (last) last.dispose(); last = t; }, get: () => last, dispose() { if (last) last.dispose(); last = null; }}; };
  const at = (t, ...idx) => { const a = t.dataSync(); return idx.map(i => a[i < 0 ? a.length + i : i]); };
  // one op on constants: the result of the previous call is dropped, the last one is kept for check()
  const op = (ts, f, pick) => { const k = keepLast(); return {unit() { k.set(f()); }, check: () => pick(k.get()), dispose() { k.dispose(); tf.dispose(ts); }}; };

  const make = {
    W1() { const d = data('W1'), a = T(d.a), b = T(d.b); return op([a, b], () => tf.add(a, b), t => at(t, 0)); },
    W2() { const d = data('W2'), a = T(d.a), b = T(d.b); return op([a, b], () => tf.add(a, b), t => at(t, 0, 999)); },
    W3() {
      const d = data('W3'), x = V(d.x), w = V(d.w), b = T(d.b), s = T(d.s), c = tf.scalar(1 / 1024);
      const f = () => tf.tidy(() => {
        let h = x;
        for (let i = 0; i < 4; i++) { h = tf.matMul(h, w); h = tf.add(h, b); h = tf.tanh(h); h = tf.mul(h, s); }
        h = tf.sub(h, x); h = tf.square(h); h = tf.sum(h); return tf.mul(h, c);
      });
      let last = null; const drop = () => { if (last) { last.value.dispose(); tf.dispose(last.grads); last = null; } };
      return {unit() { drop(); last = tf.variableGrads(f, [x, w]); },
        check() { return [...at(last.value, 0), ...at(last.grads[x.name], 0), ...at(last.grads[w.name], 0, -1)]; },
        dispose() { drop(); tf.dispose([x, w, b, s, c]); }};
    },
    W4(id = 'W4', read = false) {
      const d = data(id), x = T(d.x), y = T(d.y), w = V(d.w), b = V(d.b), opt = tf.train.sgd(0.1), k = keepLast(); let r;
      return {unit() {
        k.set(opt.minimize(() => tf.mean(tf.square(tf.sub(tf.add(tf.matMul(x, w), b), y))), true, [w, b]));
        tf.tidy(() => w.assign(tf.clipByValue(w, 0, 10)));
        if (read) r = [k.get().dataSync()[0], w.dataSync()[0], b.dataSync()[0]];
      }, check: () => [k.get().dataSync()[0], w.dataSync()[0], b.dataSync()[0]], dispose() { k.dispose(); opt.dispose(); tf.dispose([x, y, w, b]); }, r: () => r};
    },
    W4p() { return make.W4('W4p', true); },
    W5(id) { const d = data(id), a = T(d.a), b = T(d.b); return op([a, b], () => tf.matMul(a, b), t => at(t, 0, -1)); },
    W6(id) {
      const d = data(id), x = T(d.x), y = T(d.y), vs = [V(d.w1), V(d.b1), V(d.w2), V(d.b2)], [w1, b1, w2, b2] = vs;
      const opt = id === 'W6/sgd' ? tf.train.sgd(0.01) : tf.train.adam(0.001, 0.9, 0.999, 1e-7), k = keepLast();
      const f = () => tf.losses.softmaxCrossEntropy(y, tf.add(tf.matMul(tf.relu(tf.add(tf.matMul(x, w1), b1)), w2), b2));
      return {unit() { k.set(opt.minimize(f, true, vs)); }, check: () => [...at(k.get(), 0), ...at(b2, 0, 9)], dispose() { k.dispose(); opt.dispose(); tf.dispose([x, y, ...vs]); }};
    },
    'W7/fwd'() {
      const d = data('W7/fwd'), x = T(d.x), k1 = T(d.k1), b1 = T(d.b1), k2 = T(d.k2), b2 = T(d.b2);
      return op([x, k1, b1, k2, b2], () => tf.tidy(() => {
        const h = tf.relu(tf.add(tf.conv2d(x, k1, 1, 'same'), b1)); return tf.relu(tf.add(tf.conv2d(h, k2, 1, 'same'), b2)); }), t => at(t, 2, 33037, 65530));
    },
    'W7/grad'() {
      const d = data('W7/grad'), x = T(d.x), k1 = T(d.k1), b1 = T(d.b1), k2 = T(d.k2), b2 = T(d.b2);
      const g = tf.valueAndGrad(x => { const h = tf.relu(tf.add(tf.conv2d(x, k1, 1, 'same'), b1)); return tf.mean(tf.slice(tf.add(tf.conv2d(h, k2, 1, 'same'), b2), [0, 0, 0, 24], [1, 32, 32, 1])); });
      let last = null; const drop = () => { if (last) tf.dispose([last.value, last.grad]); last = null; };
      return {unit() { drop(); last = g(x); }, check: () => [...at(last.value, 0), ...at(last.grad, 0, 1500, -1)], dispose() { drop(); tf.dispose([x, k1, b1, k2, b2]); }};
    },
    W8() {
      const d = data('W8'), x = T(d.x), y = T(d.y), vs = [V(d.k1), V(d.b1), V(d.k2), V(d.b2), V(d.d), V(d.db)], [k1, b1, k2, b2, w, db] = vs;
      const opt = tf.train.sgd(0.01), k = keepLast();
      const f = () => {
        let h = tf.maxPool(tf.relu(tf.add(tf.conv2d(x, k1, 1, 'same'), b1)), 2, 2, 'valid');
        h = tf.maxPool(tf.relu(tf.add(tf.conv2d(h, k2, 1, 'same'), b2)), 2, 2, 'valid');
        return tf.losses.softmaxCrossEntropy(y, tf.add(tf.matMul(tf.reshape(h, [32, 784]), w), db));
      };
      return {unit() { k.set(opt.minimize(f, true, vs)); }, check: () => [...at(k.get(), 0), ...at(db, 0, 9), ...at(k1, 0)], dispose() { k.dispose(); opt.dispose(); tf.dispose([x, y, ...vs]); }};
    },
    'W9/exp'(id, f = x => tf.exp(x)) { const x = T(data('W9/exp').x); return op([x], () => f(x), t => at(t, 0, 123456)); },
    'W9/tanh'() { return make['W9/exp'](0, x => tf.tanh(x)); },
    'W9/sigmoid'() { return make['W9/exp'](0, x => tf.sigmoid(x)); },
    'W10/all'(id, f = x => tf.sum(x), ix = [0]) { const x = T(data('W10/all').x); return op([x], () => f(x), t => at(t, ...ix)); },
    'W10/axis0'() { return make['W10/all'](0, x => tf.sum(x, 0), [0, 1023]); },
    'W10/axis1'() { return make['W10/all'](0, x => tf.sum(x, 1), [0, 1023]); },
    W11() { const x = T(data('W11').x); return op([x], () => tf.softmax(x), t => at(t, 0, 500123)); },
    'W12/out'(id, f = x => tf.add(tf.mul(tf.tanh(tf.mul(x, x)), tf.sin(x)), tf.exp(tf.mul(x, 0.1)))) {
      const x = T(data('W12/out').x), g2 = tf.grad(tf.grad(f)); return op([x], () => g2(x), t => at(t, 0));
    },
    'W12/in'() { return make['W12/out'](0, x => tf.add(tf.mul(tf.cos(tf.mul(x, x)), tf.sin(x)), tf.sin(tf.mul(x, 0.1)))); },
    W13() {
      const d = data('W13'), xs = [], ys = [], vs = ['w1', 'b1', 'w2', 'b2', 'w3', 'b3'].map(n => V(d[n])), [w1, b1, w2, b2, w3, b3] = vs;
      for (let i = 0; i < 10; i++) { xs.push(T(d['x' + i])); ys.push(T(d['y' + i])); }
      const opt = tf.train.sgd(0.03), k = keepLast(); let i = 0;
      const half = tf.scalar(0.5);
      const f = () => { const h1 = tf.tanh(tf.add(tf.matMul(xs[i], w1), b1)), h2 = tf.tanh(tf.add(tf.matMul(h1, w2), b2));
        return tf.mul(tf.mean(tf.square(tf.sub(tf.tanh(tf.add(tf.matMul(h2, w3), b3)), ys[i]))), half); };
      return {unit() { k.set(opt.minimize(f, true, vs)); if (++i === 10) i = 0; }, check: () => [...at(k.get(), 0), ...at(w3, 0), ...at(b1, 0)], dispose() { k.dispose(); opt.dispose(); tf.dispose([...xs, ...ys, ...vs, half]); }};
    },
  };
  const maker = id => make[id] || make[id.split('/')[0]];
  let probe = null;
  const sync = () => { if (backend === 'webgl') { probe ??= tf.ones([64, 64]); const r = tf.add(probe, probe); r.dataSync(); r.dispose(); } };
  const enter = async () => { if (tf.getBackend() !== backend) await tf.setBackend(backend); };
  return {
    name, env,
    has: id => maker(id) ? true : '',
    async setup(id) { await enter(); if (cur[id]) { cur[id].dispose(); delete cur[id]; } cur[id] = maker(id)(id); },
    async run(id, n) {
      await enter(); const c = cur[id]; sync();
      const t = performance.now();
      for (let i = 0; i < n; i++) c.unit();
      sync();
      return (performance.now() - t) / 1e3;
    },
    async check(id) { await enter(); return cur[id].check(); },
    async teardown(id) { await enter(); if (cur[id]) { cur[id].dispose(); delete cur[id]; } },
  };
}
// brings a backend up. opts: {wasmPath, threads}
export async function tfInit(tf, wasm, backend, opts = {}) {
  tf.enableProdMode();
  if (backend.startsWith('wasm')) {
    wasm.setWasmPaths(opts.wasmPath);
    if (backend === 'wasm') tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    else wasm.setThreadsCount(opts.threads || 2);
    await tf.setBackend('wasm'); await tf.ready();
    return {simd: await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'), threads: wasm.getThreadsCount ? (() => { try { return wasm.getThreadsCount(); } catch { return 1; } })() : 1,
      mt: await tf.env().getAsync('WASM_HAS_MULTITHREAD_SUPPORT')};
  }
  if (!await tf.setBackend(backend)) throw Error('backend ' + backend + ' did not start');
  await tf.ready(); return {};
}
