import path from "node:path";
import { exec } from "@reeve/operations/agent/exec";
import { approvals } from "@reeve/operations/work/approvals";
import { beforeAll, expect, test } from "vitest";
import { PATIENCE } from "../kit/open-talk.ts";
import { openWithSkill } from "../kit/open-skills.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";

beforeAll(() => installBubblewrap(), 300_000);

test("a skill's script runs once it is allowed, and sees its input alone", async () => {
  const { kit } = await openWithSkill();
  await using _ = kit;
  const secret = path.join(kit.app.folder, "home", "reeve.db");
  const port = new URL(kit.app.url).port;
  const args = [secret, port];
  const script = { name: "hello-world", script: "scripts/greet.mjs", args, input: "Ann" };
  await kit.say(`call skill_run ${JSON.stringify(script)}!`);
  const [question] = await kit.questions(1);
  expect(question).toMatchObject({ tool: "skill_run", effect: "exec" });
  expect(question?.preview).toContain(`"scripts/greet.mjs" "${secret}" "${port}"`);
  await kit.ask(approvals.decide, { id: question?.id ?? "", verdict: "allow" });
  const ran = async () => (await kit.ask(exec.log, {})).items;
  const end = { tool: "skill_run", ranIn: "bubblewrap", state: "ended", exitCode: 0 };
  await expect.poll(ran, PATIENCE).toMatchObject([end]);
  // It sees its input and a folder of its own; not the home, no port of this machine, no way to change itself.
  expect((await ran())[0]?.stdout).toMatch(/^Ahoy Ann hidden false (EROFS|EACCES)$/m);
});
