import { plans } from "@reeve/operations/work/plans";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { Principal } from "../src/kernel/principal.ts";
import { toId } from "../src/kernel/ids.ts";
import type { LiveEvent } from "../src/kernel/chat-event.ts";
import { connectFrames } from "../src/channels/cli/connect.ts";
import { createCliChannel } from "../src/channels/cli/channel.ts";
import type { Channel } from "../src/channels/kit/channel.ts";
import { endStory } from "./kit/end-story.ts";
import { plannerOf, planTools, steppingModel, WELL, WISH } from "./kit/plan-story.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "./kit/start-agent.ts";

const owner: Principal = { id: toId("owner"), tenant: "home", role: "owner", name: "Ann" };

/** Starts an agent with a terminal connected to its socket. */
async function startAtTerminal(options: Omit<AgentOptions, "channels">) {
  const started = Promise.withResolvers<RunningAgent>();
  const listening = Promise.withResolvers<void>();
  const terminal: Channel = {
    name: "cli",
    async listen(inbox, signal) {
      const { core, home } = await started.promise;
      const channel = createCliChannel({
        path: path.join(home, "reeve.sock"),
        owner,
        control: core.control,
        events: core.events,
        version: "0.0.0",
        model: "scripted/model",
        clock: { now: Date.now },
        onBug: (error) => listening.reject(error),
        onListening: () => listening.resolve(),
      });
      await channel.listen(inbox, signal);
    },
  };
  const agent = await startAgent({ ...options, channels: [terminal] });
  await agent.store.commit("configure-owner", (tx) =>
    tx.people.add(owner, { tenant: "home", channel: "cli", externalId: owner.id }),
  );
  started.resolve(agent);
  await listening.promise;
  const leaving = new AbortController();
  const client = await connectFrames(path.join(agent.home, "reeve.sock"), {
    signal: leaving.signal,
  });
  const { seq } = await client.hello("main");
  return { agent, client, events: client.events(seq) };
}

/** Reads events up to the first match, and returns all of them. */
async function readUpTo(
  events: AsyncIterator<LiveEvent>,
  fits: (event: LiveEvent) => boolean,
): Promise<readonly LiveEvent[]> {
  const read: LiveEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error(`it ended after ${JSON.stringify(read.at(-1))}`);
    read.push(value);
    if (fits(value)) return read;
  }
}

test("at the terminal a plan asks, tells its progress, asks again and ends with one message", async () => {
  let isBroken = true;
  const { tools, done } = planTools((name) =>
    isBroken && name === "fares_note" ? new Fault("unavailable", "Closed.") : undefined,
  );
  const model = steppingModel(WELL);
  const { agent, client, events } = await startAtTerminal({ model, utility: plannerOf(), tools });
  await using _ = agent;
  const reading = events[Symbol.asyncIterator]();
  await client.deliver({ message: "m1", text: WISH });
  const asked = await readUpTo(reading, ({ type }) => type === "turn-end");
  const question = asked.find((event) => event.type === "approval-request");
  if (question?.type !== "approval-request") throw new Error("nothing was asked");
  expect(question.question).toContain("Plan: Bob knows the best fare\n1. Look up the fares");
  expect(asked.at(-1)).toMatchObject({
    reply: [{ type: "approval", approval: question.approval, question: question.question }],
  });

  await client.decide({ approval: question.approval, verdict: "allow" });
  const first = await readUpTo(
    reading,
    (event) => event.type === "said" && event.reply.some(({ type }) => type === "choice"),
  );
  isBroken = false;
  expect(await client.ask(plans.answer, { answer: "retry" })).toMatchObject({
    state: "running",
  });
  const second = await readUpTo(
    reading,
    (event) => event.type === "said" && event.reply.some(({ type }) => type === "text"),
  );

  const all = [...first, ...second];
  const said = all.flatMap((event) => (event.type === "said" ? event.reply : []));
  expect(said.map((part) => ("text" in part ? `${part.type}: ${part.text}` : part.type))).toEqual([
    "progress: ▶ 1. Look up the fares\n_ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
    "progress: ✓ 1. Look up the fares\n▶ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
    "progress: ✓ 1. Look up the fares\n✗ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
    "choice: Step 2 of 3 failed: fares_note: Closed.\nNote the best fare\nContinue, retry, skip or abort? Example: /plan continue",
    "progress: ✓ 1. Look up the fares\n▶ 2. Note the best fare\n_ 3. Write to bob@x.example about it",
    "progress: ✓ 1. Look up the fares\n✓ 2. Note the best fare\n▶ 3. Write to bob@x.example about it",
    "progress: ✓ 1. Look up the fares\n✓ 2. Note the best fare\n✓ 3. Write to bob@x.example about it",
    "text: *Done!* Bob knows the best fare\n\n1. Look up the fares\nThe best is 40.\n\n2. Note the best fare\nNoted.\n\n3. Write to bob@x.example about it\nBob knows.",
  ]);
  const words = all.filter(({ type }) => type === "text-delta" || type === "step-text");
  expect(words).toEqual([]);
  expect(all.flatMap((event) => (event.type === "turn-end" ? event.reply : []))).toEqual([]);
  client.close();
  expect(done).toEqual(["fares_look", "fares_note", "mail_send bob@x.example"]);
  await endStory(agent, model);
});
