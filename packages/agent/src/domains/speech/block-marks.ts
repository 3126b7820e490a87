/**
 * What stands in front of a line: quotes, headings, bullets and boxes. Numbers of lists are said,
 * and what is in front of a number compares: "> 39 °C".
 */
export const BLOCK_MARKS: RegExp =
  /^(?:\s*(?:>(?!\s*[\d=])|#{1,6}(?=\s)|[-*+•](?=\s)|\[[ xX]\](?=\s)))+\s*/;
