/** Whether a text shows anything: messengers refuse messages of spaces and signs that nobody sees. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

const VISIBLE = /[^\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;
