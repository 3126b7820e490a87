import { readFile } from "node:fs/promises";
import path from "node:path";
import { type ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { type MockAnswer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { kill, openServedAgent } from "./served-agent.ts";

const DEATHS = 4;
/** The rests of 5, 20 and 80 seconds, and the starts. */
const PATIENCE = { timeout: 200_000, interval: 100 };

test(
  "a message that kills the process each time is set aside after four deaths, and other chats are answered",
  { timeout: 600_000 },
  async () => {
    await using stack = new AsyncDisposableStack();
    let child: ChildProcess | undefined;
    let deaths = 0;
    const answer = ({ body }: { readonly body: object }): MockAnswer => {
      const asked = JSON.stringify(body);
      // Only the message itself is deadly: another chat may recall its words.
      if (!asked.includes("<user_message>poison!") || asked.includes("are you still there"))
        return { text: "Fine." };
      deaths += 1;
      child?.kill("SIGKILL");
      return { hold: new Promise(() => {}) };
    };
    const model = stack.use(await startMockServer({ answer }));
    const agent = stack.use(await openServedAgent(model.url));
    const endOf = (key: string) =>
      agent.rows(`select state, reason from inbox where body like '%${key}%'`);
    const answered = { state: "answered", reason: null };

    child = await agent.start();
    stack.defer(async () => child && kill(child));
    // Nothing else may run at the first death, such as the sync of files after the start.
    const roster = path.join(agent.home, "reeve.running");
    await expect.poll(async () => (await readFile(roster, "utf8")).match(/^[+]/m)).toBe(null);
    expect(await agent.ask({ text: "poison!", conversation: "bad", key: "poison" })).toBe(true);
    for (let life = 1; life <= DEATHS; life += 1) {
      await expect.poll(() => child?.signalCode, PATIENCE).toBe("SIGKILL");
      expect(deaths).toBe(life);
      child = await agent.start();
      const text = `good ${life}.`;
      expect(await agent.ask({ text, conversation: `c${life}`, key: text })).toBe(true);
      await expect.poll(() => endOf(text), PATIENCE).toEqual([answered]);
    }

    await expect
      .poll(() => endOf("poison!"), PATIENCE)
      .toEqual([{ state: "failed", reason: "given up: it crashed the process 4 times" }]);
    expect(await agent.ask({ text: "are you still there?", conversation: "bad", key: "k" })).toBe(
      true,
    );
    await expect.poll(() => endOf("are you still there"), PATIENCE).toEqual([answered]);
    expect([deaths, child.exitCode, child.signalCode]).toEqual([DEATHS, null, null]);
  },
);
