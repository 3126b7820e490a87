import { expect, test } from "vitest";
import { buildOdf } from "../testing/build-office.ts";
import { readWords } from "../testing/read-words.ts";

const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;

const row = (times: number, content: string) =>
  `<table:table-row table:number-rows-repeated="${times}">${content}</table:table-row>`;

const sheet = (...rows: readonly string[]) =>
  buildOdf("spreadsheet", `<table:table table:name="Tea">${rows.join("")}</table:table>`);

test("rows that stand there several times are told as often, and empty ones not at all", async () => {
  const gap = '<table:table-cell table:number-columns-repeated="2"/>';
  const ods = sheet(
    row(3, cell("Tea") + gap + cell("5")),
    row(1, cell("Sum") + cell("15")),
    row(1_048_572, gap),
  );
  expect(await readWords("a.ods", ods)).toBe("## Tea\nTea\t\t\t5\nTea\t\t\t5\nTea\t\t\t5\nSum\t15");
});

test("rows without end are told fifty times, with their number", async () => {
  const text = await readWords("a.ods", sheet(row(1_048_576, cell("Tea"))));
  expect(text).toBe(`## Tea\n${"Tea\n".repeat(50)}[This row occurs 1048576 times.]`);
});
