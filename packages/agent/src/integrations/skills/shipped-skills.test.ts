import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { SHIPPED } from "./open-skills.ts";
import { readFolder } from "../packages/read-folder.ts";
import { examineSkill, SKILL } from "./skill-files.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../../../skills");

test.each(SHIPPED)("%s is a valid skill, and names only files that are there", async (name) => {
  const files = await readFolder(path.join(FOLDER, name), SKILL);
  const { manifest } = examineSkill(files, name);
  expect(manifest.description.length).toBeGreaterThan(80);
  const named = String(files.get("SKILL.md")).matchAll(/(?:assets|references|scripts)\/[\w.-]+/g);
  for (const [file] of named) expect([...files.keys()]).toContain(file);
});

test("no other skill comes with Reeve", async () => {
  expect((await readdir(FOLDER)).toSorted()).toEqual(SHIPPED);
});

/** Runs the script that adds up bookings. */
async function report(csv: string, ...args: readonly string[]) {
  const script = path.join(FOLDER, "spending-report/scripts/report.mjs");
  const child = spawn(process.execPath, [script, ...args]);
  child.stdin.end(csv);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return stderr === "" ? JSON.parse(stdout) : { stderr };
}

const BANK = `Konto;DE12
Buchungstag;Begünstigter/Zahlungspflichtiger;Verwendungszweck;Betrag
02.01.2026;"Film ""Abo"" GmbH";;-9,99
02.02.2026;"Film ""Abo"" GmbH";;-9,99
02.03.2026;"Film ""Abo"" GmbH";;-10,99
03.03.2026;REWE;Einkauf;"-1.234,10"
04.03.2026;Arbeit;Lohn;2.000,00
05.03.2026;Sparkonto;Umbuchung;-500,00
;;;
heute;REWE;;-1,00
`;

test("spending-report adds up exactly, and finds categories and subscriptions", async () => {
  const rules = ["--category", "groceries=rewe,lidl", "--category", "transfer=umbuchung"];
  expect(await report(BANK, ...rules)).toMatchObject({
    from: "2026-01-02",
    to: "2026-03-05",
    bookings: 6,
    spent: "1265.07",
    received: "2000.00",
    balance: "734.93",
    months: [
      { month: "2026-01", spent: "9.99" },
      { month: "2026-02", spent: "9.99" },
      { month: "2026-03", spent: "1245.09", received: "2000.00", balance: "754.91" },
    ],
    categories: [
      { category: "groceries", spent: "1234.10", percent: 97.5, bookings: 1 },
      { category: "other", spent: "30.97", percent: 2.4, bookings: 3 },
    ],
    recurring: [{ payee: 'Film "Abo" GmbH', usual: "9.99", months: 3 }],
    skipped: [{ reason: "no date" }],
    skippedLines: 1,
  });
});

test("spending-report reads other formats, and names the columns that it cannot find", async () => {
  const english = 'Date,Description,Amount\n2026-01-31,Shop,"(1,000.50)"\n01/15/2026,Cafe,-3\n';
  expect(await report(english)).toMatchObject({ spent: "1003.50", bookings: 2 });
  expect(
    await report("When\tWhat\tSum\n1.2.26\tx\t-0,05\n", "--date", "When", "--amount", "Sum"),
  ).toMatchObject({ from: "2026-02-01", spent: "0.05" });
  expect(await report("When,Sum\n1.2.26,1\n")).toEqual({
    stderr: "There is no column for --date. Columns: When, Sum\n",
  });
});
