/**
 * Takes away characters nobody can see and what could pass for our own mark-up.
 * For every text from outside that becomes part of an input.
 */
export function sanitize(text: string): string {
  // In this order: what is taken away may stand in the middle of a tag.
  return text.replaceAll(INVISIBLE, "").replaceAll(OUR_TAGS, "&lt;");
}

const OUR_TAGS = /<(?=\s*\/?\s*(?:user_message|context|original_request|correction)\b)/gi;

/** Controls but tab and line break, zero-width and bidirectional marks, tag characters. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- these are the characters to remove
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;
