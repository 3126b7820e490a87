/**
 * Returns the CPU milliseconds of a fixed loop (integers, floats, strings, a map, JSON). Machines
 * differ by a factor of three: compare figures of two machines as figure × 710 ÷ yardstick.
 */
export function yardstickMs(): number {
  const before = process.cpuUsage();
  let whole = 0;
  for (let i = 0; i < 3e7; i++) whole = (whole * 1_664_525 + 1_013_904_223 + i) | 0;
  let sum = 0;
  for (let i = 1; i < 2e7; i++) sum += Math.sqrt(i) / (i + 1);
  const counts = new Map<string, number>();
  for (let i = 0; i < 1e6; i++) {
    const key = `k${i % 50_000}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const text = JSON.stringify([...counts]);
  for (let i = 0; i < 20; i++) JSON.parse(text);
  const { user, system } = process.cpuUsage(before);
  // The loops' results are used, so that nothing of them is optimized away.
  if (!Number.isFinite(whole + sum)) throw new Error("the yardstick loop is broken");
  return Math.round((user + system) / 1000);
}
