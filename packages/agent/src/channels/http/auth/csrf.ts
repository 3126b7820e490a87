import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Returns the token that pages of a signed-in browser send with each change. It is derived from the
 * session.
 */
export function csrfTokenOf(session: string): string {
  return createHash("sha256").update(`csrf:${session}`).digest("base64url");
}

/** Returns whether one of our pages made a change in this session. */
export function isCsrfToken(shown: string | null, session: string): boolean {
  const [left, right] = [Buffer.from(shown ?? ""), Buffer.from(csrfTokenOf(session))];
  return left.length === right.length && timingSafeEqual(left, right);
}
