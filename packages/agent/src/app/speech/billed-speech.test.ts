import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limitsConfig } from "../../domains/config.ts";
import type { SynthesizeOptions, TextToSpeech } from "../../integrations/speech.ts";
import { toId } from "../../kernel/ids.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../store/store.ts";
import { addTurn } from "../../store/testing/rows.ts";
import { createBilledSpeech } from "./billed-speech.ts";

const NOON = Date.UTC(2026, 1, 27, 12);
const { signal } = new AbortController();
const of = { turn: toId<"turn">("t1"), answers: async () => undefined };
const usage = { model: "fake/voice", inputTokens: 0, outputTokens: 0, costNano: 60n };

let home: string;
let store: Store;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "reeve-say-"));
  store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  await addTurn(store);
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

function start(money: Readonly<Record<string, { readonly day: string }>>) {
  const said: string[] = [];
  const asked: SynthesizeOptions[] = [];
  const voice: TextToSpeech = {
    id: "fake/voice",
    async speak(text, options) {
      said.push(text);
      asked.push(options);
      return { data: Buffer.from("sound"), seconds: 1, usage };
    },
  };
  const say = createBilledSpeech(voice, {
    store,
    tenant: "home",
    clock: { now: () => NOON },
    timeZone: "UTC",
    limits: limitsConfig.parse({ money }),
  });
  return { say, said, asked };
}

test("what is said counts for whoever is answered, and until a budget is used up", async () => {
  const { say, said } = start({ person: { day: "0.000000060" } });
  expect(await say("One.", { signal, of })).toMatchObject({ seconds: 1 });
  await expect(say("Two.", { signal, of })).rejects.toMatchObject({
    code: "exhausted",
    message: expect.stringMatching(/^No speech was generated: .* in a day for this person\.$/),
  });
  expect(said).toEqual(["One."]);
});

test("what is said for nobody in particular counts for all", async () => {
  const { say, said } = start({ tenant: { day: "0.000000060" } });
  await say("One.", { signal });
  await expect(say("Two.", { signal })).rejects.toMatchObject({ code: "exhausted" });
  expect(said).toEqual(["One."]);
});

test("how it is to be said is handed on", async () => {
  const { say, asked } = start({});
  const options = { voice: "nova", language: "de", fallbackLanguage: "fr", signal };
  await say("Eins.", { ...options, of });
  expect(asked).toEqual([options]);
});
