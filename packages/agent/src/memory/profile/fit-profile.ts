/** Maximum length of a profile in characters, including manual text. */
export const MAX_PROFILE_CHARS = 800;

/** Returns the number of characters that the agent may write beside the manual text. */
export function remainingChars(fixed: string): number {
  return fixed === "" ? MAX_PROFILE_CHARS : Math.max(0, MAX_PROFILE_CHARS - fixed.length - 1);
}

/** Returns the text as far as it fits beside what was written by hand, in whole sentences. */
export function fitProfile(text: string, fixed: string): string {
  const room = remainingChars(fixed);
  const whole = text.replaceAll(/\s+/g, " ").trim();
  if (whole.length <= room) return whole;
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(whole)];
  const fitting = sentences.filter(
    ({ index, segment }) => index + segment.trimEnd().length <= room,
  );
  return fitting
    .map(({ segment }) => segment)
    .join("")
    .trim();
}
