/** Measures CPU time of this thread, in milliseconds; a busy machine does not lengthen it. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
