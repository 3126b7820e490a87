import { expect, test } from "vitest";
import { DEFAULT_FLOW_POLICY } from "../../core/approvals/flow/request-context.ts";
import { gate } from "../../core/approvals/gate.ts";
import { callContext } from "../testing/contexts.ts";
import { voiceSpeak } from "./voice-speak.ts";
import type { Speaking } from "../media.ts";

function listener(as: "voice" | "text") {
  const heard: unknown[] = [];
  const speaking: Speaking = {
    async say(text, options) {
      heard.push([text, options]);
      return { as };
    },
  };
  return { heard, speaking };
}

test("it says the text under the call's key, in the voice that is asked for", async () => {
  const { heard, speaking } = listener("voice");
  const params = { text: "Hello", voice: "de-DE-ConradNeural" };
  expect(await voiceSpeak.run(params, { ...callContext("c1"), speaking })).toEqual({
    said: "as a voice note",
  });
  expect(heard).toEqual([["Hello", { key: "c1", voice: "de-DE-ConradNeural" }]]);
});

test("it tells when a chat plays nothing", async () => {
  const { speaking } = listener("text");
  expect(await voiceSpeak.run({ text: "Hello" }, { ...callContext(), speaking })).toEqual({
    said: "in writing, because this chat cannot play audio",
  });
});

test("speaking where one is spoken to asks nobody, whoever asks", () => {
  const asking = {
    channel: "telegram-bot",
    externalId: "42",
    integrity: "stranger",
    texts: [],
    asker: "eve",
    contacts: [],
    earlier: [],
    opened: [],
    vouched: [],
    spent: { turn: 0, day: 0, declared: 0 },
    policy: DEFAULT_FLOW_POLICY,
    now: 0,
    timeZone: "UTC",
  } as const;
  const request = { name: "voice_speak", args: { text: "Hello" }, argsHash: "h" };
  const setting = { role: "stranger", kind: "direct", grants: [], asking } as const;
  expect(gate(request, voiceSpeak, setting)).toEqual({ type: "allow" });
});

test("what is no name of a voice is refused before anything runs", () => {
  const names = ["--help", "../x", "a/b", "<b>", "a'b", ""];
  expect(
    names.filter((voice) => voiceSpeak.params.safeParse({ text: "x", voice }).success),
  ).toEqual([]);
  expect(voiceSpeak.params.safeParse({ text: "x", voice: "en_GB-alan-medium" }).success).toBe(true);
});
