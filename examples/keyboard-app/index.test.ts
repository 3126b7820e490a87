import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlugin } from "@reeve/sdk/testing";
import plugin from "./index.ts";

const create = { question: "Dinner?", options: ["Pizza", "Pasta"] };
const labels = (rows: readonly (readonly { readonly label: string }[])[] = []) =>
  rows.flat().map(({ label }) => label);

test("everybody votes, changes their mind, and votes once per press", async () => {
  const kit = await openPlugin(plugin);
  await kit.call("create", create, { person: "ann" });
  const shown = () => labels(kit.sent[0]?.buttons);
  assert.deepEqual(shown(), ["Pizza (0)", "Pasta (0)", "Close"]);

  const pressed = { person: "bob", id: "p1" };
  assert.equal(await kit.press("poll-1", "Pizza (0)", pressed), "You voted for Pizza.");
  assert.deepEqual(shown(), ["Pizza (1)", "Pasta (0)", "Close"]);
  // The same press after a crash does not take the vote back.
  await kit.press("poll-1", "Pizza (1)", pressed);
  assert.deepEqual(shown(), ["Pizza (1)", "Pasta (0)", "Close"]);

  await kit.press("poll-1", "Pasta (0)", { person: "bob" });
  assert.deepEqual(shown(), ["Pizza (0)", "Pasta (1)", "Close"]);
  await kit.press("poll-1", "Pasta (1)", { person: "bob" });
  assert.deepEqual(shown(), ["Pizza (0)", "Pasta (0)", "Close"]);
  assert.equal(kit.sent.length, 1);
});

test("only its author closes a poll", async () => {
  const kit = await openPlugin(plugin);
  await kit.call("create", create, { person: "ann" });
  await kit.press("poll-1", "Pasta (0)", { person: "bob" });
  assert.match(String(await kit.press("poll-1", "Close", { person: "bob" })), /Only its author/);
  await kit.press("poll-1", "Close", { person: "ann" });
  assert.deepEqual(kit.sent, [
    { chat: "chat-1", key: "poll-1", text: "**Dinner?**\n\nPizza: 0\n\nPasta: 1", buttons: [] },
  ]);
});

test("votes are refused after a week", async () => {
  let now = 0;
  const kit = await openPlugin(plugin, { now: () => now });
  await kit.call("create", create);
  now = 7 * 24 * 60 * 60 * 1000;
  await assert.rejects(kit.press("poll-1", "Pizza (0)"), /no button/);
});
