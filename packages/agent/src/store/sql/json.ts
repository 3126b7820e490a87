import type { Label } from "../../kernel/label.ts";

/** Reads a JSON column. What we wrote ourselves is trusted. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller names what it wrote
export function fromJson<Value>(text: string): Value;
export function fromJson(text: string): unknown {
  return JSON.parse(text);
}

/** Reads the label in a JSON column. Earlier versions kept one origin in words instead of its sources. */
export function labelFromJson(text: string): Label {
  const { origin, ...label } = fromJson<Label & { readonly origin?: string }>(text);
  if (origin === undefined || label.sources) return label;
  return { ...label, sources: [{ kind: "other", where: origin, integrity: label.integrity }] };
}
