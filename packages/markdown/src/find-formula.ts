/** A formula in LaTeX. */
export interface Formula {
  /** Formula as written. */
  readonly text: string;
  /** Without the signs around it. */
  readonly latex: string;
  /** It is set on lines of its own. */
  readonly isDisplay: boolean;
}

/**
 * Finds a formula at the start of a text: `$x^2$`, `$$x^2$$`, `\(x^2\)` or `\[x^2\]`. Amounts of money,
 * shell variables and escaped brackets are not formulas.
 */
export function findFormula(source: string): Formula | undefined {
  const match = FORMULA.exec(source);
  if (!match) return;
  const [text, display, block, inline, dollar] = match;
  const latex = (display ?? block ?? inline ?? dollar ?? "").trim();
  if (!LATEX.test(latex)) return;
  return { text, latex, isDisplay: display !== undefined || block !== undefined };
}

const FORMULA =
  /^(?:\$\$(?!\$)([^$]{1,2000})\$\$|\\\[([^]{1,2000}?)\\\]|\\\(([^\n]{1,500}?)\\\)|\$(?![\s$])((?:\\.|[^$\\\n]){0,500}(?<!\s))\$(?![\p{L}\p{N}$]))/u;

/** A letter, or more that holds what formulas are made of. */
const LATEX = /^\p{L}$|[\\^_{}=+*/<>]/u;
