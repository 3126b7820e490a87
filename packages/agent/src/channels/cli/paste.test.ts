import { expect, test } from "vitest";
import { createPasteFilter, restoreLineBreaks } from "./paste.ts";

function typed(chunks: readonly string[]): string {
  const filter = createPasteFilter();
  for (const chunk of chunks) filter.write(chunk);
  return String(filter.read() ?? "");
}

const pasted = "\u001B[200~one\r\ntwo\u001B[31m\n\tthree\u001B[201~";

test("a pasted text stays one line until it is sent", () => {
  const line = typed([`a ${pasted} b`]);
  expect(line).not.toContain("\n");
  expect(restoreLineBreaks(line)).toBe("a one\ntwo[31m\n  three b");
});

test("gives the same however the bytes are cut, but for the escape that may be a key", () => {
  const source = `x${pasted}y`;
  const whole = typed([source]);
  for (let cut = 1; cut < source.length; cut++) {
    if (cut === 2) continue;
    expect(typed([source.slice(0, cut), source.slice(cut)])).toBe(whole);
  }
});

test("keys pass as they are", () => {
  expect(typed(["\u001B", "\u001B[A", "é\r"])).toBe("\u001B\u001B[Aé\r");
});
