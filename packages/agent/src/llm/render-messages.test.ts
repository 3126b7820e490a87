import { assert, asyncProperty, constantFrom } from "fast-check";
import { expect, test } from "vitest";
import { findProvider } from "./providers.ts";
import { renderMessages } from "./render-messages.ts";
import { anyConversation, DEFERRED, LISTED } from "./testing/any-conversation.ts";
import { bodyOf } from "./testing/body-of.ts";
import { findMistakes } from "./testing/find-mistakes.ts";
import { OWNERS } from "./testing/owners.ts";

test("a step becomes a message and one result for each call", () => {
  const call = { id: "c1", name: "note_create", args: { text: "a" } };
  expect(
    renderMessages([
      { type: "input", text: "one" },
      { type: "input", text: "two" },
      {
        type: "step",
        text: "Well.",
        calls: [{ ...call, result: { type: "aborted" } }],
        meta: { signed: 1 },
      },
    ]),
  ).toEqual([
    { role: "user", text: "one\ntwo" },
    { role: "assistant", text: "Well.", calls: [call], meta: { signed: 1 } },
    {
      role: "tool",
      call: "c1",
      name: "note_create",
      text: "Stopped before it ended.",
      isError: true,
    },
  ]);
});

test.each(OWNERS)(
  "$provider: any stored conversation becomes a request without mistakes",
  async (owner) => {
    const { provider } = owner;
    const offers = constantFrom(
      { tools: [] },
      { tools: LISTED, deferred: DEFERRED },
      { tools: [...LISTED, ...DEFERRED] },
    );
    await assert(
      asyncProperty(anyConversation(owner), offers, async (messages, offer) => {
        const request = { id: "r1", system: ["Be brief.", " "], messages, ...offer };
        const body = await bodyOf(provider, request);
        expect(findMistakes(findProvider(provider).api, body)).toEqual([]);
        expect(JSON.stringify(body)).toBe(JSON.stringify(body).toWellFormed());
      }),
      { numRuns: 150 },
    );
  },
);
