/**
 * Reads JSON of unknown origin. `undefined` means that the text is not JSON;
 * `JSON.parse` has no other way to say so than to throw, hence this function.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
