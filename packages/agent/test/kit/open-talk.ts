import { randomUUID } from "node:crypto";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { approvals } from "@reeve/operations/work/approvals";
import { sessions } from "@reeve/operations/work/sessions";
import { turns } from "@reeve/operations/work/turns";
import { expect, onTestFinished } from "vitest";
import { isRecord } from "../../src/kernel/text/json.ts";
import {
  type MockAnswer,
  type MockServerOptions,
  startMockServer,
} from "../../src/llm/testing/mock-server.ts";
import { type AppOptions, openApp } from "./open-app.ts";

/** Programs start on busy cores. */
export const PATIENCE = { timeout: 20_000 };

/** A model that calls whatever a message or a result names, as in `call mcp_a_b {"x":1}!`, and reports other results. */
function answerCalls({ body }: { readonly body: Readonly<Record<string, unknown>> }): MockAnswer {
  const messages = Array.isArray(body["messages"]) ? body["messages"].filter(isRecord) : [];
  const last = messages.at(-1);
  const said = JSON.stringify(last?.["content"] ?? "");
  const text = String(JSON.parse(said)).replaceAll(String.raw`\"`, '"');
  const [, name = "", args = "{}"] = /call ([\w-]+) (\{.*\})!/.exec(text) ?? [];
  if (name === "")
    return { text: last?.["role"] === "tool" ? `Result: ${said}` : "Nothing to call." };
  return { calls: [{ name: "tool_call", args: { name, arguments: JSON.parse(args) } }] };
}

function systemOf({ messages }: Readonly<Record<string, unknown>>): unknown {
  return Array.isArray(messages) ? messages.filter(isRecord)[0]?.["content"] : undefined;
}

/** A folder that is gone after the test. */
export async function openFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "reeve-mcp-")));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** An agent, a model that calls what a message names, and a person in the chat `main`. */
export async function openTalk({
  config,
  answer = answerCalls,
  ...options
}: AppOptions & Pick<MockServerOptions, "answer">) {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startMockServer({ answer }));
  const app = stack.use(
    await openApp({
      ...options,
      config: {
        agent: { model: "local/scripted", utilityModel: "offline/rules" },
        models: { baseUrl: `${model.url}/v1` },
        ...config,
      },
    }),
  );
  const { client } = app;
  const { ask } = client;
  await client.hello("main");
  const run = randomUUID();
  let count = 0;
  const newest = async () => {
    const { items } = await ask(sessions.messages, { limit: 20 });
    return items.find(({ direction }) => direction === "out");
  };
  const open = async () => (await ask(approvals.list, { state: "pending" })).items;
  const said = async () => {
    const { items } = await ask(sessions.messages, { limit: 20 });
    return items.filter(({ direction }) => direction === "out").map(({ text }) => text);
  };
  const say = async (text: string) => {
    count += 1;
    return client.deliver({ message: `${run}-${count}`, text });
  };
  /** Does something and returns the next answer; earlier ones may be forgotten meanwhile. */
  const answerTo = async (work: () => Promise<unknown>) => {
    const before = (await newest())?.order ?? 0;
    await work();
    let found: Awaited<ReturnType<typeof newest>>;
    const order = async () => {
      found = await newest();
      return found?.order ?? 0;
    };
    await expect.poll(order, PATIENCE).toBeGreaterThan(before);
    return found?.text ?? "";
  };
  const held = stack.move();
  return {
    app,
    ask,
    /** Bodies of the requests to the model. */
    requests: () => model.requests.map(({ body }) => body),
    /** System prompt and tools of each request to the model. */
    prompts: () =>
      model.requests.map(({ body }) => JSON.stringify([systemOf(body), body["tools"]])),
    /** Messages of each request to the model, without its system prompt. */
    transcripts: () =>
      model.requests.map(({ body: { messages } }) =>
        JSON.stringify(Array.isArray(messages) ? messages.slice(1) : []),
      ),
    say,
    answerTo,
    /** Says something and returns the next answer. */
    reply: (text: string) => answerTo(() => say(text)),
    said,
    answered: (pattern: RegExp) =>
      expect.poll(said, PATIENCE).toContainEqual(expect.stringMatching(pattern)),
    async questions(least: number) {
      await expect.poll(async () => (await open()).length, PATIENCE).toBe(least);
      return open();
    },
    /** Whether the newest turn waits for a call. */
    async running() {
      const { items } = await ask(sessions.messages, { limit: 1 });
      const turn = items[0]?.turn ?? undefined;
      if (turn === undefined) return false;
      const { steps } = await ask(turns.show, { id: turn });
      return steps.some(({ calls }) => calls.some(({ state: of }) => of === "started"));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
