const TROUBLE =
  /^(?:(?:invalid|denied|missing|conflict|exhausted|unavailable|aborted|bug): |(?=Interrupted: |Stopped before ))/;

/** What went wrong, if the result of a call tells of a failure. */
export function readTrouble(text: string): string | undefined {
  const start = TROUBLE.exec(text);
  return start ? text.slice(start[0].length).trim().slice(0, 500) : undefined;
}
