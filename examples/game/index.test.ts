import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlugin, type PluginKit } from "@reeve/sdk/testing";
import plugin from "./index.ts";

async function begin() {
  const kit = await openPlugin(plugin);
  await kit.call("play", {});
  return { kit, board: kit.sent[0]?.key ?? "" };
}

const keysOf = (kit: PluginKit) => kit.services.db.all("select keys from players")[0]?.["keys"];

test("a chest takes a key once, also if the press is handled again", async () => {
  const { kit, board } = await begin();
  const first = await kit.press(board, "Left", { id: "p1" });
  assert.match(String(first), /2 keys/);
  assert.equal(await kit.press(board, "Left", { id: "p1" }), first);
  for (const id of ["p2", "p3"]) await kit.press(board, "Right", { id });
  assert.equal(await kit.press(board, "Left", { id: "p4" }), "You have no keys left.");
});

test("keys are paid once, and returned once by their buyer", async () => {
  const { kit, board } = await begin();
  await kit.press(board, "Buy 10 keys (50 ⭐)", { id: "b1" });
  assert.deepEqual(kit.invoices, [
    {
      chat: "chat-1",
      key: "keys-b1",
      title: "10 keys",
      description: "10 keys for the treasure hunt.",
      stars: 50n,
      payload: "keys",
    },
  ]);
  const paid = { id: "stx1" };
  await kit.pay("keys-b1", paid);
  await kit.pay("keys-b1", paid);
  assert.equal(keysOf(kit), 13);
  assert.equal(kit.sent.length, 2);

  const back = "Return the keys";
  assert.match(String(await kit.press("stx1", back, { person: "bob" })), /Only the buyer/);
  await kit.press("stx1", back);
  assert.equal(keysOf(kit), 3);
  assert.deepEqual(kit.refunded, ["stx1"]);
});
