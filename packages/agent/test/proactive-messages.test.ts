import { preferences } from "@reeve/operations/people/preferences";
import { expect, test } from "vitest";
import type { z } from "zod";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { briefingGet } from "../src/features/briefing/tools/get.ts";
import { reminderCreate } from "../src/features/reminders/tools/create.ts";
import { taskCreate } from "../src/features/tasks/tools/create.ts";
import { askOf } from "./kit/ask-of.ts";
import { endStory } from "./kit/end-story.ts";
import { passTo, testClock, textsIn } from "./kit/job-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const tools = [briefingGet, reminderCreate, taskCreate];

/** Starts an agent that makes one call for Ann, who has these preferences. */
async function afterCalling(
  name: string,
  args: Record<string, unknown>,
  wished: z.input<typeof preferences.update.input> = {},
) {
  const messenger = scriptedChannel();
  const clock = testClock("2026-03-28T12:00:00Z");
  const model = scriptedModel([{ text: "Hello." }, { calls: [{ name, args }] }, { text: "Set." }]);
  const agent = await startAgent({
    model,
    channels: [messenger],
    clock,
    tools,
    roles: { anna: "member" },
  });
  await messenger.say("hello");
  await messenger.received(1);
  await askOf(agent)(preferences.update, wished);
  await messenger.say("go");
  await messenger.received(2);
  return { agent, clock, messenger, model };
}

test("a reminder comes at its time on the person's clock, across a change of clocks, also in quiet hours", async () => {
  const { agent, clock, messenger, model } = await afterCalling(
    "reminder_create",
    { text: "call mum", at: "2026-03-29 06:30" },
    { timeZone: "Europe/Berlin", quiet: "22:00-07:00" },
  );
  await using _ = agent;
  passTo(agent, clock, "2026-03-29T06:30:00+02:00");
  await messenger.received(3);
  expect(textsIn(messenger).at(-1)).toContain("call mum");
  expect(model.requests).toHaveLength(3);
  await endStory(agent, model);
});

test("a briefing comes every morning without a model, and waits for the end of quiet hours", async () => {
  const { agent, clock, messenger, model } = await afterCalling(
    "task_create",
    { title: "Bread", due: "2026-03-29" },
    { timeZone: "Europe/Berlin", quiet: "22:00-07:00", briefing: "06:00" },
  );
  await using _ = agent;
  passTo(agent, clock, "2026-03-29T06:00:00+02:00");
  const held = async () => {
    const [job] = await agent.store.read.jobs.list({ tenant: "home", kinds: ["tool"], limit: 1 });
    return job?.nextAt;
  };
  await expect.poll(held).toBe(Date.parse("2026-03-29T07:00:00+02:00"));
  expect(textsIn(messenger)).toEqual(["Hello.", "Set."]);

  passTo(agent, clock, "2026-03-29T07:00:00+02:00");
  await messenger.received(3);
  expect(textsIn(messenger).at(-1)).toContain("Sunday, 2026-03-29\n\nTo do\n- Bread");
  expect(model.requests).toHaveLength(3);
  await expect.poll(held).toBe(Date.parse("2026-03-30T06:00:00+02:00"));
  await endStory(agent, model);
});

test("a reminder that waits for a message comes when the one who is meant writes of it", async () => {
  const { agent, messenger } = await afterCalling("reminder_create", {
    text: "ask for the keys",
    when: { person: "anna", about: "the flat" },
  });
  await using _ = agent;
  const group = { externalId: "g", kind: "group", sender: "anna" } as const;
  await messenger.say("I like flats", { ...group, sender: "bert" });
  await messenger.say("lunch?", group);
  await messenger.say("Both flats are free", group);
  await messenger.received(3, "1");
  expect(messenger.delivered.filter(({ externalId }) => externalId === "1").at(-1)).toMatchObject({
    part: { type: "text", text: expect.stringContaining("ask for the keys") },
  });
});
