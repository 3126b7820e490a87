import { homedir } from "node:os";
import { expect, test } from "vitest";
import { startMockServer } from "../src/llm/testing/mock-server.ts";
import { resolveHome } from "../src/platform/home.ts";
import { GATEWAY_DRAIN_MS } from "../src/channels/http/listen.ts";
import { CUT_OFF_MS, TURNS_DRAIN_MS } from "../src/core/turns/worker.ts";
import { connectFrames } from "../src/channels/cli/connect.ts";
import { openReeveCommands, type ReeveCommands } from "./kit/reeve-commands.ts";

/** Commands are processes of their own, and two cores run everything else as well. */
const PATIENCE_MS = 90_000;
/** Time in milliseconds that supervisors give a process to end. */
const SUPERVISED_MS = 10_000;

function connect({ env }: ReeveCommands) {
  const { socket } = resolveHome(env, homedir());
  return connectFrames(socket, { signal: new AbortController().signal });
}

function settingsFor(url: string): readonly string[] {
  return [
    "--set",
    "agent.model=cocoon/mock-1",
    "--set",
    `models.baseUrl=${url}/v1`,
    "--set",
    "http.port=0",
  ];
}

/** Sends a message, and waits until the model receives it. */
async function askSomething(reeve: ReeveCommands): Promise<void> {
  using client = await connect(reeve);
  await client.hello("main");
  const events = client.events(0);
  await client.deliver({ message: "m1", text: "What do you think of this?" });
  for await (const { type } of events) if (type === "think-start") return;
}

async function lastReply(reeve: ReeveCommands): Promise<unknown> {
  using client = await connect(reeve);
  await client.hello("main");
  for await (const event of client.events(0)) if (event.type === "turn-end") return event.reply;
  throw new Error("the turn did not end");
}

test(
  "a process that is told to end lets a turn end first that can",
  { timeout: PATIENCE_MS },
  async () => {
    await using server = await startMockServer();
    await using reeve = await openReeveCommands();
    const held = Promise.withResolvers<void>();
    server.push({ text: "Late, but whole.", hold: held.promise });
    const running = reeve.begin(["start", ...settingsFor(server.url)]);
    await running.until("ready ");
    await askSomething(reeve);

    running.kill("SIGTERM");
    held.resolve();
    expect(await running.ended).toMatchObject({ code: 0, err: "" });
    expect((await reeve.run(["why", "m1"])).out).toMatch(/\nnow {6}answered\n$/);

    const again = reeve.begin(["start", ...settingsFor(server.url)]);
    await again.until("ready ");
    expect(await lastReply(reeve)).toEqual([{ type: "text", text: "Late, but whole." }]);
    expect(server.requests).toHaveLength(1);
  },
);

test(
  "what is left after ten seconds is cut off, and goes on at the next start",
  { timeout: PATIENCE_MS },
  async () => {
    await using server = await startMockServer();
    await using reeve = await openReeveCommands();
    server.push({ text: "Never.", hold: new Promise(() => {}) });
    const running = reeve.begin(["start", ...settingsFor(server.url)]);
    await running.until("ready ");
    await askSomething(reeve);

    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0, err: "" });
    expect(TURNS_DRAIN_MS + CUT_OFF_MS + GATEWAY_DRAIN_MS).toBeLessThan(SUPERVISED_MS);

    server.push({ text: "Here I am again." });
    const again = reeve.begin(["start", ...settingsFor(server.url)]);
    await again.until("ready ");
    expect(await lastReply(reeve)).toEqual([{ type: "text", text: "Here I am again." }]);
    expect(server.requests).toHaveLength(2);
    expect((await reeve.run(["why", "m1"])).out).toMatch(/\nnow {6}answered\n$/);
  },
);
