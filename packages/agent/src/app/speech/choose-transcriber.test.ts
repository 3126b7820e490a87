import { expect, test } from "vitest";
import { speechConfig } from "../../integrations/speech.ts";
import { Secret } from "../../platform/secret.ts";
import { chooseTranscriber, type ChooseTranscriberDeps } from "./choose-transcriber.ts";

const KEYS = { OPENAI_API_KEY: "o", GROQ_API_KEY: "q", GEMINI_API_KEY: "g" };

function find(stt: object, deps: ChooseTranscriberDeps): unknown {
  const found = chooseTranscriber(speechConfig.parse({ stt }), deps);
  if (found?.type !== "provider") return found;
  const { provider, baseUrl, model, key, reason } = found;
  return [provider, baseUrl, model, key?.reveal(), reason];
}

test.each([
  [{}, undefined],
  [
    KEYS,
    [
      "openai",
      "https://api.openai.com/v1",
      "gpt-4o-mini-transcribe",
      "o",
      "key from OPENAI_API_KEY",
    ],
  ],
  [
    { GROQ_API_KEY: "q", GEMINI_API_KEY: "g" },
    [
      "groq",
      "https://api.groq.com/openai/v1",
      "whisper-large-v3-turbo",
      "q",
      "key from GROQ_API_KEY",
    ],
  ],
  [
    { GEMINI_API_KEY: "g" },
    [
      "google",
      "https://generativelanguage.googleapis.com/v1beta",
      "gemini-3.8-flash",
      "g",
      "key from GEMINI_API_KEY",
    ],
  ],
] as const)("without a choice, whoever has a key hears: %j", (env, found) => {
  expect(find({}, { env })).toEqual(found);
});

test("the key of the agent's own provider is used, at its own address only", () => {
  const models = { model: "openai/gpt-6.1-sol", apiKey: new Secret("own") };
  expect(find({}, { env: {}, models })).toEqual([
    "openai",
    "https://api.openai.com/v1",
    "gpt-4o-mini-transcribe",
    "own",
    "key from models.apiKey",
  ]);
  expect(
    find({}, { env: {}, models: { ...models, baseUrl: "http://127.0.0.1/v1" } }),
  ).toBeUndefined();
  expect(find({}, { env: {}, models: { ...models, model: "anthropic/x" } })).toBeUndefined();
});

test("a server of one's own needs no key, and is sent none of the environment", () => {
  const stt = { baseUrl: "http://127.0.0.1:8000/v1/", model: "large" };
  const own = ["openai", "http://127.0.0.1:8000/v1", "large"];
  for (const provider of ["auto", "openai"]) {
    expect(find({ ...stt, provider }, { env: KEYS })).toEqual([
      ...own,
      undefined,
      "speech.stt.provider",
    ]);
    expect(find({ ...stt, provider, apiKey: "k" }, { env: KEYS })).toEqual([
      ...own,
      "k",
      "speech.stt.provider",
    ]);
  }
});

test("a provider that was chosen has to have a key", () => {
  expect(() => find({ provider: "gemini" }, { env: {} })).toThrowError(
    expect.objectContaining({
      code: "denied",
      message: "No API key for google, the provider set in speech.stt.",
    }),
  );
  expect(find({ provider: "none" }, { env: KEYS })).toBeUndefined();
  expect(find({ provider: "command", command: ["hear", "{file}"] }, { env: KEYS })).toEqual({
    type: "command",
    argv: ["hear", "{file}"],
  });
});
