import { expect, test } from "vitest";
import type { SkillUse } from "../../integrations/skills.ts";
import { callContext } from "../testing/contexts.ts";
import { skillRead } from "./read.ts";
import { skillRun } from "./run.ts";

const skills: SkillUse = {
  read: async (name, path = "SKILL.md") => ({ name, path, content: "Do it." }),
  run: async ({ script, args, input = "" }) => ({
    exitCode: 0,
    stdout: [script, ...args, input].join(" "),
    stderr: "",
  }),
};
const context = { ...callContext(), skills };

test("reads the instructions, or a file that they name", async () => {
  expect(await skillRead.run({ name: "a" }, context)).toMatchObject({ path: "SKILL.md" });
  expect(await skillRead.run({ name: "a", path: "b.md" }, context)).toMatchObject({ path: "b.md" });
});

test("runs a script, and asks with everything that it gets", async () => {
  const call = { name: "a", script: "scripts/b.mjs", args: ["--to", "x\ny"] };
  expect(await skillRun.run(call, context)).toMatchObject({ stdout: "scripts/b.mjs --to x\ny " });
  const asked = { language: "en", timeZone: "UTC", now: 0 };
  expect(skillRun.confirm?.(call, asked)).toBe(
    String.raw`Run "scripts/b.mjs" "--to" "x\ny" of the skill "a" in the sandbox?`,
  );
  expect(skillRun.confirm?.({ ...call, args: [], input: "1;2" }, asked)).toBe(
    'Run "scripts/b.mjs" of the skill "a" in the sandbox, with the input "1;2"?',
  );
});
