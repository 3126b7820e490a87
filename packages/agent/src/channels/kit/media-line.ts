/** Formats `[sticker 😀, Cats]`; line breaks and brackets in the parts cannot end it. */
export function mediaLine(kind: string, parts: readonly (string | undefined)[] = []): string {
  const shown = parts
    .flatMap((part) => part?.replaceAll(/[\s[\]]+/g, " ").trim() ?? [])
    .filter((part) => part !== "");
  return shown.length > 0 ? `[${kind} ${shown.join(", ")}]` : `[${kind}]`;
}
