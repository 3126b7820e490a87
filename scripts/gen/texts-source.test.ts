import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { textsSource } from "./texts-source.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-texts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("gives each text the type of its arguments", async () => {
  const plans = {
    done: "Done.",
    states: { "half done": "{n} of {steps}" },
    left: "{count, plural, one {# step of {goal}} other {# steps of {goal}}}",
    all: "{count, plural, other {#}}",
    step: "{words, select, none {} other {{words}}}",
  };
  await writeFile(path.join(folder, "plans.json"), JSON.stringify(plans));
  await writeFile(path.join(folder, "notes.json"), "{}");
  expect((await textsSource(folder)).split("\n").slice(4)).toEqual([
    'export const SUBJECTS = ["notes","plans"] as const;',
    "",
    "/** What is said to people, by subject. */",
    'export interface Texts { readonly notes: {  }; readonly plans: { readonly "done": string; readonly "states": { readonly "half done": Message<"n" | "steps">; }; readonly "left": Message<"goal", "count">; readonly "all": Message<never, "count">; readonly "step": Message<never, never, "words">; }; }',
    "",
  ]);
});

test("refuses what does not parse or is no text", async () => {
  await writeFile(path.join(folder, "plans.json"), '{ "done": "{goal" }');
  await expect(textsSource(folder)).rejects.toThrow("does not parse");
  await writeFile(path.join(folder, "plans.json"), '{ "done": 1 }');
  await expect(textsSource(folder)).rejects.toThrow("is no string");
});
