/** How long a profile may be, what was written by hand included. */
export const MAX_PROFILE_CHARS = 800;

/** How much the agent may write beside what was written by hand. */
export function remainingChars(fixed: string): number {
  return fixed === "" ? MAX_PROFILE_CHARS : Math.max(0, MAX_PROFILE_CHARS - fixed.length - 1);
}

/** The text as far as it fits beside what was written by hand, in whole sentences. */
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
