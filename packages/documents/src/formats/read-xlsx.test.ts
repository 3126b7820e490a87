import { expect, test } from "vitest";
import { buildXlsx } from "../testing/build-office.ts";
import { readWords } from "../testing/read-words.ts";

const HEAD = "## Sheet: Budget\n";

/** A row of cells, each with a number and its style. */
function row(...cells: readonly (readonly [value: number, style: number])[]): string {
  return `<row>${cells.map(([value, style]) => `<c s="${style}"><v>${value}</v></c>`).join("")}</row>`;
}

test("hours that are counted beyond a day are told as hours", async () => {
  const xlsx = buildXlsx({
    formats: ["[h]:mm", 46, '"sum" [mm]:ss', "[Red]0.00", "[$-409]h:mm"],
    rows:
      row([42.5 / 24, 1], [40 / 24, 2], [90.5 / 1440, 3]) +
      row([1.5, 4], [0.75, 5], [-0.25, 1], [1e300, 1]),
  });
  expect(await readWords("a.xlsx", xlsx)).toBe(
    `${HEAD}42:30\t40:00\t1:30:30\n1.5\t18:00\t-6:00\t1e+300`,
  );
});

test("days are counted from 1904 in a workbook that says so, and hours are not", async () => {
  const rows = row([43_538, 1], [43_538.5, 1], [0.5, 1], [1.5, 2]);
  const formats = [14, "[h]:mm"];
  const told = `${HEAD}2023-03-15\t2023-03-15 12:00\t12:00\t36:00`;
  for (const written of ["1", "true"]) {
    const properties = `<workbookPr date1904="${written}"/>`;
    expect(await readWords("a.xlsx", buildXlsx({ rows, formats, properties }))).toBe(told);
  }
  const properties = '<workbookPr date1904="0"/>';
  expect(await readWords("a.xlsx", buildXlsx({ rows, formats, properties }))).toBe(
    `${HEAD}2019-03-14\t2019-03-14 12:00\t12:00\t36:00`,
  );
});

test("a workbook may call the namespace of relations what it likes", async () => {
  const xlsx = buildXlsx({ rows: row([5, 0]), prefix: "ns1" });
  expect(await readWords("a.xlsx", xlsx)).toBe(`${HEAD}5`);
});
