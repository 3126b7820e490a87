/**
 * Matches marks at the start of a line: quotes, headings, bullets and boxes. List numbers are spoken, and so
 * is a comparison before a number: "> 39 °C".
 */
export const BLOCK_MARKS: RegExp =
  /^(?:\s*(?:>(?!\s*[\d=])|#{1,6}(?=\s)|[-*+•](?=\s)|\[[ xX]\](?=\s)))+\s*/;
