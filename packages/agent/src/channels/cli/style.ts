/** Codes that turn a style on and off in a terminal. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof CODES;

/** Returns the escape sequence that turns a style on. */
export function turnOn(style: Style): string {
  return `\u001B[${CODES[style][0]}m`;
}

/** Turns the last of `styles` off; the others stay on, also where they share an off code. */
export function turnOffLast(styles: readonly Style[]): string {
  const last = styles.at(-1);
  if (!last) return "";
  return `\u001B[${CODES[last][1]}m${styles.slice(0, -1).map(turnOn).join("")}`;
}

/** Returns text in one style, for built-in lines. */
export function paint(style: Style, text: string): string {
  return `${turnOn(style)}${text}${turnOffLast([style])}`;
}
