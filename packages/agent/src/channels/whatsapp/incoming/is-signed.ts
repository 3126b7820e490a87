import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether Meta signed exactly these bytes, by its header `X-Hub-Signature-256`. It signs text
 * in which all beyond ASCII is escaped; a proxy may have written the characters themselves.
 */
export function isSigned(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const [, given = ""] = /^sha256=([0-9a-f]{64})$/i.exec(header ?? "") ?? [];
  if (given === "") return false;
  const known = Buffer.from(given, "hex");
  const isOf = (bytes: Uint8Array | string) =>
    timingSafeEqual(known, createHmac("sha256", secret).update(bytes).digest());
  return isOf(body) || isOf(escapeText(Buffer.from(body).toString("utf8")));
}

function escapeText(text: string): string {
  return text.replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
