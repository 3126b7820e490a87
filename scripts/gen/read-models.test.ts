import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { modelsSource } from "./models-source.ts";
import { readModels } from "./read-models.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-models-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("reads models with their prices, shares those of anthropic, and writes them as source", async () => {
  const file = path.join(folder, "models.tsv");
  const lines = [
    "# Models.",
    "# From somewhere.",
    "# (c) Somebody.",
    "# Columns.",
    "anthropic\tclaude\t200000\t64000\ttir\t3 15 0.3 3.75",
    "groq\tllama\t131072\t32768\tt\t0.5 1 0 0\t1000 1 2 0.1 0",
    "cocoon\tqwen\t40960\t8192\ttr",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);

  const list = await readModels(file);

  const claude = ["claude", 200_000, 64_000, "tir", "3 15 0.3 3.75"];
  expect(list).toEqual({
    notice: ["Models.", "From somewhere.", "(c) Somebody.", "Columns."],
    models: {
      anthropic: [claude],
      "claude-code": [claude],
      groq: [["llama", 131_072, 32_768, "t", "0.5 1 0.5 0.5", "1000 1 2 0.1 1"]],
      cocoon: [["qwen", 40_960, 8192, "tr"]],
    },
  });
  expect(modelsSource(list)).toContain('"cocoon": [["qwen",40960,8192,"tr"]],\n"groq"');
});
