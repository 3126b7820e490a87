import { renderInline } from "./inline.ts";
import { createSanitizer } from "./sanitize.ts";
import { paint, type Style, turnOffLast, turnOn } from "./style.ts";

/** Turns Markdown that arrives in pieces into text for a terminal. */
export interface MarkdownRenderer {
  /**
   * Returns the output that can be shown now. The complete output does not depend on how the source
   * is split.
   */
  push(source: string): string;
  /** Returns the rest of the last line and resets the renderer. */
  end(): string;
}

/**
 * Creates a renderer that works line by line. Of an unfinished line it shows only what later
 * characters cannot change, so nothing appears in the wrong style first. Removes escape sequences
 * and control characters.
 */
export function createMarkdownRenderer(): MarkdownRenderer {
  let sanitizer = createSanitizer();
  let line = "";
  /** Number of characters of the line that are shown. */
  let end = 0;
  /** Set once the kind of the current line is known. */
  let styles: readonly Style[] | undefined;
  /** The run of characters that ends the code block we are in. */
  let fence: string | undefined;

  const showInline = (isWhole: boolean): string => {
    const rendered = renderInline(line, { from: end, isWhole, around: styles ?? [] });
    end = rendered.end;
    return rendered.shown;
  };

  const endLine = (lineBreak: string): string => {
    const shown =
      styles === undefined
        ? showWhole(lineBreak)
        : `${showInline(true)}${allOff(styles)}${lineBreak}`;
    line = "";
    end = 0;
    styles = undefined;
    return shown;
  };

  const showWhole = (lineBreak: string): string => {
    const edge = readFence(line, fence);
    if (edge) {
      fence = fence === undefined ? edge : undefined;
      return "";
    }
    if (fence !== undefined) return `${line && paint("cyan", line)}${lineBreak}`;
    if (isTableRow(line)) return `${line}${lineBreak}`;
    if (isRule(line)) return `${paint("dim", "─".repeat(24))}${lineBreak}`;
    const shown = showStart();
    return `${shown}${showInline(true)}${allOff(styles ?? [])}${lineBreak}`;
  };

  const showStart = (): string => {
    const start = readStart(line);
    end = start.length;
    styles = start.styles;
    return start.shown + start.styles.map(turnOn).join("");
  };

  const showSoFar = (): string => {
    if (styles !== undefined) return showInline(false);
    if (fence !== undefined || isUndecided(line)) return "";
    const shown = showStart();
    return shown + showInline(false);
  };

  return {
    push(source) {
      const [first = "", ...lines] = sanitizer.push(source).split("\n");
      line += first;
      let shown = "";
      for (const next of lines) {
        shown += endLine("\n");
        line = next;
      }
      return shown + showSoFar();
    },
    end() {
      const shown = endLine("");
      sanitizer = createSanitizer();
      fence = undefined;
      return shown;
    },
  };
}

interface LineStart {
  readonly length: number;
  /** Text shown in place of the marker. */
  readonly shown: string;
  /** Styles of the rest of the line. */
  readonly styles: readonly Style[];
}

function readStart(line: string): LineStart {
  const heading = /^ {0,3}(#{1,6}) +/.exec(line);
  if (heading) {
    const styles: readonly Style[] = heading[1] === "#" ? ["bold", "underline"] : ["bold"];
    return { length: heading[0].length, shown: "", styles };
  }
  const quote = /^ {0,3}((?:> ?)+)/.exec(line);
  if (quote) {
    const depth = (quote[1] ?? "").replaceAll(" ", "").length;
    return { length: quote[0].length, shown: paint("dim", "│ ".repeat(depth)), styles: ["dim"] };
  }
  const item = /^(\s*)[-*+] +/.exec(line);
  if (item) return { length: item[0].length, shown: `${item[1]}• `, styles: [] };
  return { length: 0, shown: "", styles: [] };
}

/**
 * Returns whether the line's kind still depends on what follows. Tables and fences need the whole
 * line.
 */
function isUndecided(line: string): boolean {
  return (
    /^\s*(?:#{1,6} *|(?:> ?)+|(?:[-*_+]\s*)+|[`~]{1,2})?$/.test(line) ||
    /^\s*(?:```|~~~|\|)/.test(line)
  );
}

function isTableRow(line: string): boolean {
  return /^\s*\|/.test(line);
}

function isRule(line: string): boolean {
  return /^ {0,3}([-*_])\s*(?:\1\s*){2,}$/.test(line);
}

/** Returns the fence that this line opens, or, inside a block, the one that it closes. */
function readFence(line: string, open: string | undefined): string | undefined {
  const found = /^\s*(`{3,}(?=[^`]*$)|~{3,})\s*(.*)$/.exec(line);
  const [, run, after] = found ?? [];
  if (run === undefined || open === undefined) return run;
  const closes = run.charAt(0) === open.charAt(0) && run.length >= open.length && after === "";
  return closes ? run : undefined;
}

function allOff(styles: readonly Style[]): string {
  return styles
    .map((_style, index) => turnOffLast(styles.slice(0, styles.length - index)))
    .join("");
}
