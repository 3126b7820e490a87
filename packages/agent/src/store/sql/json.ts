/** Reads a JSON column. What we wrote ourselves is trusted. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller names what it wrote
export function fromJson<Value>(text: string): Value;
export function fromJson(text: string): unknown {
  return JSON.parse(text);
}
