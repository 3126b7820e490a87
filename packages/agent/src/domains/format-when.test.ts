import { expect, test } from "vitest";
import { formatWhen } from "./format-when.ts";

const now = Date.UTC(2026, 1, 20, 15, 30);
const view = { now, timeZone: "Europe/Berlin" };

test("a moment of today is told by its time, another one with its date", () => {
  const soon = now + 90_500;
  const later = now + 86_400_000;
  expect(formatWhen(soon, view)).toBe("at 16:32 (Europe/Berlin)");
  expect(formatWhen(later, view)).toBe("on 2026-02-21 at 16:30 (Europe/Berlin)");
});

test("the date is in the words of a language", () => {
  const told = (["de", "es", "fr", "it", "pt", "ru", "tr", "uk"] as const).map((language) =>
    formatWhen(now + 86_400_000, { ...view, timeZone: "UTC", language }),
  );
  expect(told).toEqual([
    "am 21. Februar um 15:30 (UTC)",
    "el 21 de febrero a las 15:30 (UTC)",
    "le 21 février à 15:30 (UTC)",
    "il 21 febbraio alle 15:30 (UTC)",
    "no dia 21 de fevereiro às 15:30 (UTC)",
    "21 февраля в 15:30 (UTC)",
    "21 Şubat saat 15:30 itibarıyla (UTC)",
    "21 лютого о 15:30 (UTC)",
  ]);
});

test.each([
  [1, "le 1er novembre à 15:30 (UTC)", "il 1 novembre alle 15:30 (UTC)"],
  [8, "le 8 novembre à 15:30 (UTC)", "l’8 novembre alle 15:30 (UTC)"],
  [11, "le 11 novembre à 15:30 (UTC)", "l’11 novembre alle 15:30 (UTC)"],
  [18, "le 18 novembre à 15:30 (UTC)", "il 18 novembre alle 15:30 (UTC)"],
])("day %i of a month is told as French and Italian have it", (day, french, italian) => {
  const at = Date.UTC(2026, 10, day, 15, 30);
  const told = (["fr", "it"] as const).map((language) =>
    formatWhen(at, { now, timeZone: "UTC", language }),
  );
  expect(told).toEqual([french, italian]);
});
