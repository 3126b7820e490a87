/** Removes escape sequences and control characters from text that arrives in pieces. */
export interface Sanitizer {
  /**
   * Returns the printable part of this piece. The complete output does not depend on how the text
   * is split.
   */
  push(text: string): string;
}

type State = "text" | "escape" | "control-sequence" | "command";

/**
 * Creates a sanitizer. Keeps line breaks and tabs. A terminal command ends with its terminator or
 * its line.
 */
export function createSanitizer(): Sanitizer {
  let state: State = "text";
  return {
    push(text) {
      let shown = "";
      for (let index = 0; index < text.length; index++) {
        const unit = text.charAt(index);
        if (state === "text" && !isHidden(unit)) shown += unit;
        if (state === "command" && unit === "\n") shown += unit;
        state = nextState(state, unit);
      }
      return shown;
    },
  };
}

/** Returns the text without escape sequences and control characters. */
export function sanitize(text: string): string {
  return createSanitizer().push(text);
}

function nextState(state: State, unit: string): State {
  if (unit === "\u001B") return "escape";
  if (state === "escape") {
    if (unit === "[") return "control-sequence";
    return /[\]PX^_]/.test(unit) ? "command" : "text";
  }
  if (state === "control-sequence") return /[\u0020-\u003F]/.test(unit) ? state : "text";
  if (state === "command") return unit === "\u0007" || unit === "\n" ? "text" : state;
  return "text";
}

/** Control characters, and marks that reverse the direction of text. */
function isHidden(unit: string): boolean {
  const code = unit.charCodeAt(0);
  if (unit === "\n" || unit === "\t") return false;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  return /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/.test(unit);
}
