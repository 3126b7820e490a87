/** The vector with the same direction and the length 1; undefined when it has no direction. */
export function normalizeVector(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}
