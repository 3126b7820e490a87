import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MockServer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import type { ChannelStage, Platform, ShownMessage } from "../../src/channels/kit/testing/stage.ts";
import { findPlatforms } from "../kit/find-platforms.ts";
import { type App, openApp } from "../kit/open-app.ts";
import { answerWishes } from "./wishes-model.ts";
import { isRecord } from "../../src/kernel/text/json.ts";

let model: MockServer;
/** Answers of the model to messages that contain a text. */
const answers = new Map<string, string>();

beforeAll(async () => {
  model = await startMockServer({
    answer(request) {
      const last = JSON.stringify(lastOf(request.body["messages"]));
      const found = [...answers].find(([said]) => last.includes(said));
      return found ? { text: found[1] } : answerWishes(request);
    },
  });
});
afterAll(async () => {
  await model[Symbol.asyncDispose]();
});

function lastOf(messages: unknown): unknown {
  const all = Array.isArray(messages) ? messages.filter(isRecord) : [];
  return all.findLast(({ role }) => role === "user");
}

interface Play extends AsyncDisposable {
  readonly stage: ChannelStage;
  readonly app: App;
  restart(): Promise<void>;
  /** Resolves once the agent shows what is expected. */
  shows(expected: (shown: readonly ShownMessage[]) => boolean): Promise<readonly ShownMessage[]>;
}

async function play(open: () => Promise<ChannelStage>): Promise<Play> {
  const stage = await open();
  const home = await mkdtemp(path.join(tmpdir(), "reeve-channel-"));
  const start = async () => {
    const app = await openApp({
      folder: home,
      config: {
        agent: { model: "local/scripted", utilityModel: "offline/rules", ownerName: "Ann" },
        models: { baseUrl: `${model.url}/v1` },
        channels: stage.channels,
      },
    });
    stage.connect?.(app.url);
    return app;
  };
  let app = await start();
  return {
    stage,
    get app() {
      return app;
    },
    async restart() {
      await app[Symbol.asyncDispose]();
      app = await start();
    },
    async shows(expected) {
      let shown: readonly ShownMessage[] = [];
      const look = async () => {
        shown = await stage.shown();
        return expected(shown) ? "shown" : shown;
      };
      await expect.poll(look, { timeout: 45_000, interval: 100 }).toBe("shown");
      return shown;
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await stage[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function textsOf(shown: readonly ShownMessage[]): readonly string[] {
  return shown.map(({ text }) => text);
}

function isQuestion({ text, buttons }: ShownMessage): boolean {
  return text.includes("temp/7.txt") && buttons.length === 3;
}

/** Expects exactly these texts. */
function texts(...expected: readonly string[]) {
  return (shown: readonly ShownMessage[]) =>
    JSON.stringify(textsOf(shown)) === JSON.stringify(expected);
}

describe.each(await findPlatforms())("$name", ({ openPlatform }) => {
  let platform: Platform;
  const open = () => platform.openStage();
  beforeAll(async () => {
    platform = await openPlatform();
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  test("answers in order, and each message once", async () => {
    await using story = await play(open);
    const { stage } = story;
    for (const n of [1, 2, 3]) {
      await stage.say(`question ${n}?`);
      await stage.repeat?.();
      await story.shows((shown) => textsOf(shown).at(-1) === `Answer ${n}.`);
    }
    await story.restart();
    await stage.repeat?.();
    await stage.say("question 4?");
    await story.shows(texts("Answer 1.", "Answer 2.", "Answer 3.", "Answer 4."));
  });

  test.each([
    ["whose answer is lost", { type: "lose-answer" }],
    ["that is lost on its way", { type: "lose-call" }],
    ["that the platform cannot take now", "down"],
    ["that has to wait", "flood"],
  ] as const)("sends a message %s once", async (_how, fault) => {
    await using story = await play(open);
    const { stage } = story;
    await stage.say("question 1?");
    await story.shows(texts("Answer 1."));
    stage.proxy.befall(typeof fault === "string" ? stage.refusals[fault] : fault);
    await stage.say("question 2?");
    await story.shows(texts("Answer 1.", "Answer 2."));
    await stage.say("question 3?");
    await story.shows(texts("Answer 1.", "Answer 2.", "Answer 3."));
  });

  test("sends a message whose answer was lost once, after a restart", async () => {
    await using story = await play(open);
    const { stage } = story;
    await stage.say("question 1?");
    await story.shows(texts("Answer 1."));
    stage.proxy.befall({ type: "lose-answer" });
    await stage.say("question 2?");
    await story.shows((shown) => textsOf(shown).includes("Answer 2."));
    await story.restart();
    await stage.say("question 3?");
    await story.shows(texts("Answer 1.", "Answer 2.", "Answer 3."));
    // Nothing but the answers was ever posted.
    const posted = stage.proxy.calls.flatMap((call) => stage.textsIn(call));
    expect(posted.filter((text) => !/^Answer \d\.$/.test(text))).toEqual([]);
  });

  test("splits a long answer within the limit, and loses nothing", async () => {
    await using story = await play(open);
    const { stage } = story;
    const lines = Array.from({ length: 900 }, (_, n) => `Line ${n}: müde 試験 👩‍👩‍👧 שלום «ok».`);
    answers.set("tell it all", lines.join("\n\n"));
    await stage.say("tell it all");
    const shown = await story.shows((all) => (textsOf(all).at(-1) ?? "").includes("Line 899:"));
    const { measure, max } = stage.limit;
    for (const { text } of shown) expect(measure(text)).toBeLessThanOrEqual(max);
    const words = textsOf(shown)
      .join("\n")
      .split("\n")
      .filter((line) => line.trim() !== "");
    expect(words).toEqual(lines);
  });

  test("shows Markdown without its signs", async () => {
    await using story = await play(open);
    const { stage } = story;
    answers.set("formats", "## Result\n\n- **one**\n- 2*3*4 and snake_case\n\n> said");
    await stage.say("formats");
    const [shown] = await story.shows((all) => all.length === 1);
    expect(shown?.text).not.toMatch(/##|\*\*/);
    expect(shown?.text).toMatch(/Result[\s\S]*one[\s\S]*2\*3\*4 and snake_case[\s\S]*said/);
  });

  test.each(["allow", "deny"] as const)(
    "takes the answer %s to an approval, once",
    async (answer) => {
      await using story = await play(open);
      const { stage } = story;
      await stage.say("delete file 7");
      const question = (await story.shows((all) => all.some(isQuestion))).find(isQuestion);
      if (!question) throw new Error("nothing is asked");
      await stage.press(question, answer);
      await story.shows((all) => textsOf(all).includes("Settled 7."));
      await stage.say("question 8?");
      const shown = await story.shows((all) => textsOf(all).includes("Answer 8."));
      expect(textsOf(shown).filter((text) => text === "Settled 7.")).toHaveLength(1);
      // The question becomes its result. Where messages cannot be edited, it stays, and what came of the call
      // stands below it.
      const asked = shown.filter(({ text }) => text.startsWith("Permanently delete"));
      const outcomes = shown.filter(({ text }) => /^(?:⚠️ Failed|❌ Not done): /.test(text));
      expect(asked.length).toBeLessThanOrEqual(1);
      expect(outcomes).toHaveLength(1);
    },
  );

  test("reads a document", async () => {
    await using story = await play(open);
    const { stage } = story;
    answers.set("The code is 4711", "I have read it.");
    await stage.sendFile("code.txt", "The code is 4711.");
    await story.shows(texts("I have read it."));
  });

  test("answers a message that is changed as it is now", async () => {
    await using story = await play(open);
    const { stage } = story;
    if (!stage.edit) return expect(stage.edit).toBeUndefined();
    const id = await stage.say("question 1?");
    await story.shows(texts("Answer 1."));
    await stage.edit(id, "question 2?");
    await stage.say("question 3?");
    const shown = await story.shows((all) => (textsOf(all).at(-1) ?? "").includes("Answer 3."));
    expect(textsOf(shown)[0]).toBe("Answer 1.");
  });
});
