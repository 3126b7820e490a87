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
    const stateOf = (key: string) => endOf(key)[0]?.["state"];
    const isOver = () => stateOf("poison!") === "failed";
    const goods: string[] = [];
    while (!isOver()) {
      // On a busy machine, the message may be tried again before the other chat is answered.
      await expect.poll(() => child?.signalCode ?? isOver(), PATIENCE).toBeTruthy();
      if (child.signalCode === null) break;
      expect(deaths).toBeLessThan(2 * DEATHS);
      child = await agent.start();
      const text = `good ${deaths}.`;
      goods.push(text);
      expect(await agent.ask({ text, conversation: `c${deaths}`, key: text })).toBe(true);
      const isAnswered = () => stateOf(text) === "answered";
      await expect.poll(() => child?.signalCode ?? isAnswered(), PATIENCE).toBeTruthy();
    }

    const reason = `given up: it crashed the process ${DEATHS} times`;
    expect(endOf("poison!")).toEqual([{ state: "failed", reason }]);
    for (const text of goods) await expect.poll(() => endOf(text), PATIENCE).toEqual([answered]);
    const died = deaths;
    expect(died).toBeGreaterThanOrEqual(DEATHS);
    expect(await agent.ask({ text: "are you still there?", conversation: "bad", key: "k" })).toBe(
      true,
    );
    await expect.poll(() => endOf("are you still there"), PATIENCE).toEqual([answered]);
    expect([deaths, child.exitCode, child.signalCode]).toEqual([died, null, null]);
  },
);
