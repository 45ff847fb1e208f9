// How a small piece of work is timed here: warmed up, in batches of about two milliseconds, the median of many batches.
export function median(numbers) {
  const sorted = [...numbers].sort((p, q) => p - q);
  return sorted[sorted.length >> 1];
}

/// Microseconds of one call of `work`. The warm-up lets the optimising compiler of the JavaScript engine finish.
export function measure(work, { warmUpMs = 600, batches = 101 } = {}) {
  let calls = 0;
  const begin = performance.now();
  while (performance.now() - begin < warmUpMs) { work(); ++calls; }
  const perBatch = Math.max(1, Math.ceil(calls / warmUpMs * 2));
  const times = [];
  for (let batch = 0; batch < batches; ++batch) {
    const start = performance.now();
    for (let i = 0; i < perBatch; ++i) work();
    times.push((performance.now() - start) * 1000 / perBatch);
  }
  return median(times);
}
