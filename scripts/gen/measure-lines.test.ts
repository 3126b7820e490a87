import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { measureLines } from "./measure-lines.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reeve-lines-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("counts the lines of files and of named functions, without tests and generated files", async () => {
  const folder = path.join(root, "packages", "agent", "src");
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, "a.ts"),
    "function one(): void {}\n\nexport const part = {\n  two() {\n    return [1].map((n) => n);\n  },\n};\n",
  );
  await writeFile(path.join(folder, "b.ts"), "export const b = 1;\n");
  await writeFile(path.join(folder, "a.test.ts"), "\n".repeat(900));
  await writeFile(path.join(folder, "c.gen.ts"), "\n".repeat(900));

  expect(await measureLines(root)).toEqual([
    { what: "files", count: 2, median: 1, p90: 7 },
    { what: "functions", count: 2, median: 1, p90: 3 },
  ]);
});
