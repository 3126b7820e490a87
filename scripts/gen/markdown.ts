/** Stands at the top of each generated page. */
export const NOTICE = "Written by `npm run gen`; edit the sources instead.";

/** Escapes text for a table cell. */
export function escapeCell(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll(/\s*\n\s*/g, " ");
}
