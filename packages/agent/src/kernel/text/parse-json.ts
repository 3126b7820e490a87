/**
 * Parses JSON of unknown origin. Returns `undefined` for text that is not JSON, where `JSON.parse` would
 * throw.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
