import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { SendVoiceDeps } from "./send-voice.ts";
import { sendVoice } from "./send-voice.ts";
import { openPostKit } from "./testing/open-post-kit.ts";

const aloud = { chat: toId<"chat">("p1"), call: toId<"call">("c1"), text: "Good night." };

/** A chat in which a call says something; counts how often the outbox is rung. */
async function openVoice(own: Partial<SendVoiceDeps> = {}) {
  const kit = await openPostKit();
  const published: unknown[] = [];
  const rings: unknown[] = [];
  const deps: SendVoiceDeps = {
    ...kit.deps,
    events: { ...kit.deps.events, publish: (_chat, facts) => void published.push(...facts) },
    outboxWakeup: { notify: () => void rings.push("ring") },
    isPush: () => true,
    canSpeak: () => true,
    ...own,
  };
  return { ...kit, voice: deps, published, rings };
}

test("a text is said aloud as a part of its own", async () => {
  await using kit = await openVoice();
  expect(await sendVoice({ ...aloud, voice: "nova" }, kit.voice)).toEqual({ as: "voice" });
  const body = { type: "text", text: "Good night.", spoken: { voice: "nova" } };
  expect(await kit.store.read.outbox.byId("call:c1:0")).toMatchObject({ body, turn: null });
  expect(kit.published).toMatchObject([
    { type: "said", id: "call:c1", cause: "call", about: "c1", reply: [body] },
  ]);
  expect(await kit.facts()).toEqual(kit.published);
  expect(kit.rings).toEqual(["ring"]);
});

test("without a voice of its own, a text is said in the usual one", async () => {
  await using kit = await openVoice();
  await sendVoice(aloud, kit.voice);
  const part = await kit.store.read.outbox.byId("call:c1:0");
  expect(part?.body).toEqual({ type: "text", text: "Good night.", spoken: {} });
});

test("it is written where the channel plays no voice notes", async () => {
  await using kit = await openVoice({ canSpeak: () => false });
  expect(await sendVoice(aloud, kit.voice)).toEqual({ as: "text" });
  expect(await kit.store.read.outbox.byId("call:c1:0")).toBeDefined();
});

test.each([true, false])("a call that is repeated says nothing more, push %s", async (isPush) => {
  await using kit = await openVoice({ isPush: () => isPush });
  await sendVoice(aloud, kit.voice);
  expect(kit.published).toHaveLength(1);
  await sendVoice(aloud, kit.voice);
  expect(kit.published).toHaveLength(1);
  expect(await kit.facts()).toHaveLength(1);
  expect(await kit.feed()).toHaveLength(isPush ? 0 : 1);
});

test("a chat that no longer exists gets no voice message, and the call fails", async () => {
  await using kit = await openVoice();
  const lost = { ...aloud, chat: toId<"chat">("p9") };
  await expect(sendVoice(lost, kit.voice)).rejects.toMatchObject({
    code: "missing",
    message: "The chat p9 no longer exists.",
    hint: "Use this only for chats that exist.",
  });
  expect(kit.published).toEqual([]);
  expect(kit.rings).toEqual([]);
});
