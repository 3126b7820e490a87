import { expect, test } from "vitest";
import { openReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 60_000;

test(
  "limits are shown, set at once and left to the config again",
  { timeout: PATIENCE_MS },
  async () => {
    await using reeve = await openReeveCommands();
    await reeve.run(["config", "set", "agent.model", "offline/rules"]);
    await reeve.run(["config", "set", "limits.assets", '{TON: {perDay: "10", to: [EQshop]}}']);

    expect((await reeve.run(["limits", "set", "money.chat.day", "0.50"])).out.split("\n")).toEqual([
      "person     any amount per day, any amount per month",
      "chat       $0.50 per day, any amount per month",
      "tenant     any amount per day, any amount per month",
      "platform   any amount per day, any amount per month",
      "TON        any amount per payment, 0 of 10 in 24 hours, to EQshop only",
      "messages   20 per minute and 200 per day from each person, 60 per minute in a group",
      "too fast   messages from the owner and admins wait, others are refused",
      "set        money.chat.day 0.50",
      "",
    ]);
    const { out } = await reeve.run(["limits", "unset", "money.chat.day", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ set: {}, limits: { money: { chat: {} } } });

    const wrong = await reeve.run(["limits", "set", "money.chat.day", "a lot"]);
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining('Invalid value "a lot" for money.chat.day'),
    ]);
    expect((await reeve.run(["limits", "change"])).err).toContain(
      "Unknown command: reeve limits change",
    );
  },
);
