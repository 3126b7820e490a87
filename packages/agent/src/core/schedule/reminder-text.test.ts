import { expect, test } from "vitest";
import type { Language } from "../../kernel/languages.ts";
import { reminderText } from "./reminder-text.ts";

const at = Date.UTC(2026, 1, 20, 8);
const now = Date.UTC(2026, 1, 21, 10);

function late(language: Language, timeZone: string): string {
  const job = { kind: "reminder", text: "pills", schedule: { type: "at", at } } as const;
  const locale = { language, timeZone, now };
  return reminderText({ ...job, matched: undefined }, { instant: at, type: "late" }, locale);
}

test("a late reminder says when it was due, in the language and by the clock of its chat", () => {
  expect(late("en", "UTC")).toBe("pills (late: this was due yesterday 08:00)");
  expect(late("de", "Europe/Berlin")).toBe("pills (verspätet, fällig war es: gestern 09:00)");
  expect(late("es", "America/Lima")).toBe("pills (con retraso, tocaba: ayer 03:00)");
});
