import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isRecord } from "../../src/kernel/text/json.ts";
import { type MockAnswer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { waitForMore } from "../kit/wait-for-more.ts";
import { createRandom, seedFromEnvironment } from "./sample.ts";
import { kill, openServedAgent } from "./served-agent.ts";

const KILLS = process.env["REEVE_PROVE"] === "all" ? 200 : 25;
const CHATS = 8;

/** Keeps each number that it is asked to keep as a note, then answers; slowly, so that it is killed at work. */
function keepNumbers({ body }: { readonly body: Readonly<Record<string, unknown>> }): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const text = (one: (typeof messages)[number]) => JSON.stringify(one["content"] ?? "");
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const numbers = [...text(messages[asked] ?? {}).matchAll(/keep (\d+)!/g)].map(([, n]) => n);
  const done = JSON.stringify(messages.slice(asked + 1));
  const calls = numbers
    .filter((n) => !done.includes(`kept ${n}.`))
    .map((n) => ({
      name: "tool_call",
      args: { name: "note_create", arguments: { text: `kept ${n}.` } },
    }));
  const hold = sleep(60);
  return calls.length > 0 ? { calls, hold } : { text: `Kept ${numbers.join(" ")}.`, hold };
}

test(
  "an agent that is killed at random times answers each message, keeps each note once and gives up nothing",
  { timeout: 600_000 + KILLS * 15_000 },
  async () => {
    const seed = seedFromEnvironment();
    process.stdout.write(`seed ${seed}: REEVE_SEED=${seed} repeats this run\n`);
    const random = createRandom(seed);
    await using stack = new AsyncDisposableStack();
    const model = stack.use(await startMockServer({ answer: keepNumbers }));
    const agent = stack.use(await openServedAgent(model.url));

    const accepted: string[] = [];
    let asked = 0;
    const ask = async () => {
      const n = asked;
      asked += 1;
      const conversation = `c${Math.floor(random() * CHATS)}`;
      // One that was cut off may have been accepted or not.
      if (await agent.ask({ text: `keep ${n}!`, conversation, key: `k${n}` }))
        accepted.push(`${n}`);
    };

    for (let round = 0; round < KILLS; round += 1) {
      const child = await agent.start();
      for (let more = 1 + Math.floor(random() * 3); more > 0; more -= 1) await ask();
      // Requests and not time decide when it is killed, so that it does as much on a busy machine.
      await waitForMore(() => model.requests.length, { more: random() * 5, withinMs: 5000 });
      await sleep(random() * 100);
      await kill(child);
    }

    const child = await agent.start();
    stack.defer(() => kill(child));
    const states = () => agent.rows("select id, state, reason from inbox");
    await expect
      .poll(() => states().filter(({ state }) => state === "queued" || state === "taken"), {
        timeout: 600_000,
        interval: 250,
      })
      .toEqual([]);

    expect(states().filter(({ state }) => state !== "answered" && state !== "folded")).toEqual([]);
    const kept = agent.rows("select text from notes order by text").map(({ text }) => String(text));
    expect(kept.length).toBe(new Set(kept).size);
    expect(accepted.filter((n) => !kept.includes(`kept ${n}.`))).toEqual([]);
    expect(accepted.length).toBeGreaterThan(KILLS / 2);
  },
);
