import { expect, test } from "vitest";
import { writeSkill } from "./kit/open-skills.ts";
import { openReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 90_000;

test("a skill is looked at, installed and removed", { timeout: PATIENCE_MS }, async () => {
  await using reeve = await openReeveCommands();
  await reeve.run(["config", "set", "agent.model", "offline/rules"]);
  const source = await writeSkill();
  const unasked = await reeve.run(["skills", "add", source]);
  expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining("add --yes") });
  const { out } = await reeve.run(["skill", "inspect", source]);
  expect(out).toContain("hosts        greetings.example (scripts have no network)");
  expect(out).toContain("scripts      scripts/greet.mjs");
  expect(await reeve.run(["skills", "add", source, "--yes"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^name +hello-world\n[^]*\nInstalled the skill hello-world\.\n$/),
  });
  await reeve.run(["skills", "disable", "hello-world"]);
  expect((await reeve.run(["skills", "list"])).out).toMatch(/^hello-world +disabled +\//m);
  expect(await reeve.run(["skills", "remove", "hello-world"])).toMatchObject({ code: 0 });
  expect((await reeve.run(["skills"])).out).not.toContain("hello-world");
});
