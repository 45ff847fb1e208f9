// Interleaved measuring: for each workload all peers take turns, sample by sample, so that noise hits all alike.
// A peer is {name, env?, has(id) -> true | reason string, setup(id), run(id,n) -> seconds for n units, or [wall, cpu] seconds,
// check(id) -> numbers, teardown(id)}; all may be async.
// opts.cpuClock, where given, is an async function giving the on-CPU nanoseconds of the thread that runs the peers: a second,
// longer series of samples is then taken with it, because on-CPU time is not inflated by other processes on a shared machine.
import {checkOk} from './workloads.mjs';
const now = () => performance.now() / 1e3;
const q = (s, p) => { const i = (s.length - 1) * p, a = Math.floor(i), b = Math.ceil(i); return s[a] + (s[b] - s[a]) * (i - a); };
// many short samples: on a shared machine a few milliseconds often pass without being preempted, so p10 is near the undisturbed time
export const DEFAULTS = {samples: 41, sampleS: 0.004, warmS: 0.6, budgetS: 5, minSamples: 3, cpuSamples: 15, cpuSampleS: 0.03};
export const QUICK = {samples: 9, sampleS: 0.004, warmS: 0.1, budgetS: 2, minSamples: 2, cpuSamples: 3, cpuSampleS: 0.03};

export async function measure(peers, spec, emit, opts = {}) {
  const o = {...DEFAULTS, ...opts}, clock = o.cpuClock;
  let nullNs = 0;
  if (clock) { const d = []; for (let i = 0; i < 21; i++) { const a = await clock(); d.push(await clock() - a); } nullNs = d.sort((a, b) => a - b)[10]; }
  const split = r => Array.isArray(r) ? r : [r, null];
  for (const w of spec) {
    const live = [];
    for (const p of peers) {
      const has = await p.has(w.id);
      if (has !== true) { if (has) emit({workload: w.id, peer: p.name, env: p.env, unsupported: String(has)}); continue; }
      try {
        await p.setup(w.id);
        for (let i = (w.checkUnits ?? 1); i > 0; i--) await p.run(w.id, 1);
        const check = Array.from(await p.check(w.id));
        if (w.reset) await p.setup(w.id);
        // warm up for warmS seconds of on-CPU time where that can be read (wall time otherwise), so that JIT code is final even under load
        const t0 = now(), c0 = clock && !p.procClock ? await clock() : 0; let n = 1, t, used = 0;
        for (;;) {
          const [wall, cpu] = split(await p.run(w.id, n)); t = wall; used = p.procClock ? used + (cpu ?? wall) : clock ? (await clock() - c0) / 1e9 : now() - t0;
          if (t < o.sampleS && n < 1e7) n = Math.max(n + 1, Math.ceil(n * Math.min(8, 1.1 * o.sampleS / Math.max(t, 1e-5))));
          else if (used > o.warmS || now() - t0 > 20 * o.warmS) break;
        }
        // size the samples by the best of several runs: on a loaded machine a single one may be many times too long
        let per = t / n;
        for (let i = 0; i < 12 && i * per < 1; i++) { n = Math.max(1, Math.round(o.sampleS / per)); per = Math.min(per, split(await p.run(w.id, n))[0] / n); }
        n = Math.max(1, Math.round(o.sampleS / per)); t = per * n;
        const nl = Math.max(1, Math.round(o.cpuSampleS / per));
        live.push({p, n, nl, per, check, s: [], c: [], want: Math.max(o.minSamples, Math.min(o.samples, Math.floor(o.budgetS / (t || 1e-3))))});
      } catch (e) {
        emit({workload: w.id, peer: p.name, env: p.env, unsupported: String(e && e.message || e).slice(0, 300)});
        try { await p.teardown(w.id); } catch {}
      }
    }
    const rounds = Math.max(0, ...live.map(l => l.want));
    for (let r = 0; r < rounds; r++) {
      for (const l of r % 2 ? [...live].reverse() : live) {
        if (r >= l.want) continue;
        if (w.reset) await l.p.setup(w.id);
        const [t, cpu] = split(await l.p.run(w.id, l.n)); l.s.push(t / l.n); if (cpu != null) l.c.push(cpu / l.n);
      }
    }
    if (clock) for (let r = 0; r < o.cpuSamples; r++) for (const l of live) {
      if (l.p.procClock || r >= 3 && l.per * l.nl * r > o.budgetS) continue;
      if (w.reset) await l.p.setup(w.id);
      const a = await clock(); await l.p.run(w.id, l.nl); l.c.push((await clock() - a - nullNs) / 1e9 / l.nl);
    }
    for (const l of live) {
      const s = l.s.map(x => x * 1e6).sort((a, b) => a - b), r6 = x => +x.toPrecision(5);
      const med = q(s, 0.5);
      const out = {workload: w.id, peer: l.p.name, env: l.p.env, unit: w.unit, value: r6(med), p10: r6(q(s, 0.1)), min: r6(s[0]), p25: r6(q(s, 0.25)), p75: r6(q(s, 0.75)),
        samples: s.length, n: l.n, ok: checkOk(w, l.check), check: l.check.map(x => +x.toPrecision(8))};
      if (l.c.length) { const c = l.c.map(x => x * 1e6).sort((a, b) => a - b); out.cpu = r6(q(c, 0.5)); out.cpu_p25 = r6(q(c, 0.25)); if (w.flop) out.gflops_cpu = r6(w.flop / out.cpu / 1e3); if (w.kernel) out.gflops_cpu = r6(l.check[0] / out.cpu / 1e3); }
      if (w.flop) { out.gflops = r6(w.flop / med / 1e3); out.gflops_p10 = r6(w.flop / q(s, 0.1) / 1e3); }
      if (w.kernel) { out.gflops = r6(l.check[0] / med / 1e3); out.gflops_p10 = r6(l.check[0] / q(s, 0.1) / 1e3); out.gflops_max = r6(l.check[0] / s[0] / 1e3); }
      if (w.elems) out.ns_per_elem = r6(med * 1e3 / w.elems);
      emit(out);
      try { await l.p.teardown(w.id); } catch {}
    }
  }
}
