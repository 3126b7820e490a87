import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";
import { openTypist } from "./kit/fake-terminal-user.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

const clerk = `{
  soul: You keep notes., model: offline/rules, allow: ["note_*"],
  budgets: {steps: 3, tokensPerDay: 5000, costPerDay: "0.50"}, places: ["cli:notes"]
}`;

test(
  "the config's agents are listed, and answer where they are switched to",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    await reeve.run(["config", "set", "agents.clerk", clerk]);

    const { out } = await reeve.run(["agents"]);
    expect(out.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^main +offline\/rules +\d+ tools$/),
      expect.stringMatching(
        /^clerk +offline\/rules +\d+ tools, 3 steps, 5000 tokens per day, \$0\.5 per day, in cli:notes$/,
      ),
    ]);

    await using ann = await openTypist({ env: reeve.env });
    ann.enter("calculate 6*7");
    await ann.sees("6*7 = 42");
    ann.enter("/agent");
    await ann.sees("· clerk: offline/rules, ");
    ann.enter("/agent clrk");
    await ann.sees('Unknown agent: "clrk".\nDid you mean clerk?');
    ann.enter("/agent clerk");
    await ann.sees("Starting with your next message, clerk will answer in this chat.");
    ann.enter("list my notes");
    await ann.sees("note_list");
    ann.enter("/model");
    await ann.sees("model: offline/rules");
    ann.enter("/agent main");
    await ann.sees("Starting with your next message, main will answer in this chat.");

    const listed = JSON.parse((await reeve.run(["agents", "--json"])).out);
    expect(listed.map(({ name, here }: { name: string; here: boolean }) => [name, here])).toEqual([
      ["main", true],
      ["clerk", false],
    ]);
    expect((await reeve.run(["sessions"])).out.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/ cli\/main #2 .* open /),
      expect.stringMatching(/ cli\/main #1 .* ended /),
    ]);
    expect(await ann.leave()).toBe(0);
  },
);

test(
  "an agent that cannot be keeps Reeve from starting, and says why",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agents.clerk.deny", '["noet_*"]']);
    expect(await reeve.run(["start"])).toEqual({
      code: 2,
      out: "",
      err: 'reeve: agents.clerk.deny: no tool named "noet_*".\nList the tools: reeve tools list\n',
    });
    expect(await reeve.run(["config", "set", "agents.main.deny", "[]"])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '"main" is reserved for the agent configured in the `agent` section',
      ),
    });
  },
);
