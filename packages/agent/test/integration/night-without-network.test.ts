import { webhooks } from "@reeve/operations/work/webhooks";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Channel } from "../../src/channels/kit/channel.ts";
import { scriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import type { WebhookClient } from "../../src/core/webhooks/webhooks.ts";
import { createBreaker } from "../../src/llm/breaker.ts";
import { modelError } from "../../src/llm/model-error.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { askOf } from "../kit/ask-of.ts";
import { endStory } from "../kit/end-story.ts";
import { nearbyWebhooks } from "../kit/http/webhook-receiver.ts";
import { addJobs, testClock, textsIn } from "../kit/job-story.ts";
import { passThrough, passUntil } from "../kit/pass-time.ts";
import { startAgent } from "../kit/start-agent.ts";

const EVENING = Date.parse("2026-03-01T22:00:00Z");
const MORNING = Date.parse("2026-03-02T10:00:00Z");

const event = z.object({
  id: z.string(),
  type: z.string(),
  place: z.object({ chat: z.string() }).nullable(),
  seq: z.number().optional(),
});

/** A network that model, messenger and receiver are reached by. */
function openNetwork() {
  const state = { isDown: false };
  const check = () => {
    if (state.isDown) throw new Fault("unavailable", "the network is down");
  };
  const messenger = scriptedChannel();
  const { push } = messenger;
  if (!push) throw new Error("a messenger that sends nothing");
  const channel: Channel = {
    ...messenger,
    push: {
      ...push,
      async deliver(...sent) {
        check();
        return push.deliver(...sent);
      },
    },
  };
  const posted: z.output<typeof event>[] = [];
  const client: WebhookClient = {
    async check() {},
    async post({ body }) {
      check();
      posted.push(event.parse(JSON.parse(body)));
      return { status: 204 };
    },
  };
  const model = scriptedModel(({ messages }) => {
    if (state.isDown) return { error: modelError("network", { message: "no route" }) };
    const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
    return { text: `Answer to ${/(?:hello|early|late|other|backup)/.exec(asked)?.[0]}.` };
  });
  return { state, messenger, channel, posted, client, model };
}

test(
  "after a night without network every reply, reminder and webhook arrives once, in order",
  { timeout: 300_000 },
  async () => {
    const clock = testClock("2026-03-01T21:00:00Z");
    const { state, messenger, channel, posted, client, model } = openNetwork();
    await using agent = await startAgent({
      model: createBreaker({ clock }).guard(model, "one"),
      channels: [channel],
      clock,
      webhooks: nearbyWebhooks({ client, random: () => 0.5 }),
      policies: { webhook: {} },
    });
    for (const externalId of ["1", "2"]) {
      await messenger.say("hello", { externalId });
      await messenger.received(1, externalId);
    }
    await askOf(agent)(webhooks.create, { url: "https://receiver.example/" });
    await addJobs(agent, [
      { id: "water", at: "2026-03-01T23:00:00Z" },
      { id: "door", at: "2026-03-02T02:00:00Z" },
      { id: "oven", at: "2026-03-02T02:00:00Z" },
      { id: "look", kind: "agent", text: "look at the backup", at: "2026-03-02T03:00:00Z" },
      { id: "bread", at: "2026-03-02T09:59:00Z" },
    ]);
    await passThrough(agent, clock, EVENING);

    state.isDown = true;
    await messenger.say("early");
    await messenger.say("other", { externalId: "2" });
    await messenger.say("late");
    const before = [messenger.delivered.length, posted.length];
    await passThrough(agent, clock, MORNING);
    expect([messenger.delivered.length, posted.length]).toEqual(before);

    state.isDown = false;
    const { inbox, outbox, deliveries } = agent.store.read;
    const isOver = async () => {
      const { queued, taken } = await inbox.count();
      const open = [queued, taken, (await outbox.due(0, 0)).nextAt, await deliveries.nextDue()];
      return open.every((one) => one === undefined);
    };
    await passUntil(agent, clock, isOver);

    expect(textsIn(messenger, "1")).toEqual([
      "Answer to hello.",
      "notice",
      expect.stringContaining("water"),
      expect.stringContaining("door"),
      expect.stringContaining("oven"),
      expect.stringContaining("bread"),
      "Answer to early.",
      "Answer to late.",
      "Answer to backup.",
    ]);
    expect(textsIn(messenger, "2")).toEqual(["Answer to hello.", "notice", "Answer to other."]);
    expectOnceInOrder(posted);
    expect(await endStory(agent)).toEqual([
      "hello: answered",
      "hello: answered",
      "early: answered",
      "other: answered",
      "late: answered",
      "look at the backup: answered",
    ]);
  },
);

function expectOnceInOrder(posted: readonly z.output<typeof event>[]): void {
  expect(posted.length).toBe(new Set(posted.map(({ id }) => id)).size);
  for (const of of ["1", "2"]) {
    const seqs = posted.flatMap(({ place, seq }) =>
      place?.chat === of && seq !== undefined ? [seq] : [],
    );
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
  }
  const count = (type: string) => posted.filter((one) => one.type === type).length;
  expect({
    received: count("message.received"),
    completed: count("agent.completed"),
    fired: count("schedule.fired"),
    changes: [count("model.down"), count("model.up")],
  }).toEqual({ received: 4, completed: 4, fired: 5, changes: [1, 1] });
}
