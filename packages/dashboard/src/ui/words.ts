/** A name of code as words: `maxSteps` and `max_steps` are "Max steps". */
export function titleOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_.-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as a line of text. */
export function valueOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(valueOf).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, inner]) => `${titleOf(name)}: ${valueOf(inner)}`)
      .join("\n");
  return JSON.stringify(value);
}
