/**
 * Checks whether a text shows anything: messaging apps reject messages of only spaces and invisible
 * characters.
 */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

const VISIBLE = /[^\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;
