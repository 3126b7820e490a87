/** Returns the CPU time of all threads since `before`, in milliseconds. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  return toMs(process.cpuUsage(before));
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Measures the longest CPU time of this thread between two ticks of its event loop, until `end` is called. */
export function watchStalls(): { end(): number } {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  let handle = setImmediate(tick);
  function tick() {
    longestMs = Math.max(longestMs, toMs(process.threadCpuUsage(last)));
    last = process.threadCpuUsage();
    handle = setImmediate(tick);
  }
  return {
    end() {
      clearImmediate(handle);
      return longestMs;
    },
  };
}

function toMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
