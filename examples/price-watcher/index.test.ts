import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlugin } from "@reeve/sdk/testing";
import plugin from "./index.ts";

test("a price that falls is reported once, in the chat that watches it", async () => {
  let price = 250;
  const kit = await openPlugin(plugin, {
    respond: (url) => {
      assert.equal(url, "https://api.example.com/prices/espresso-machine");
      return { text: JSON.stringify({ price }) };
    },
  });
  await kit.call("watch", { product: "espresso-machine", below: 200 }, { chat: "ann" });
  assert.deepEqual(await kit.call("list", {}, { chat: "bob" }), []);
  await kit.run("check");
  assert.deepEqual(kit.sent, []);
  price = 180;
  await kit.run("check");
  await kit.run("check");
  assert.deepEqual(kit.sent, [
    { chat: "ann", text: "espresso-machine costs 180 now.", key: "espresso-machine-200" },
  ]);
});

test("a server that is down is tried again", async () => {
  let status = 503;
  const kit = await openPlugin(plugin, { respond: () => ({ status, text: '{"price": 1}' }) });
  await kit.call("watch", { product: "tea", below: 2 });
  await kit.run("check");
  assert.match(kit.logged.join("\n"), /tea: .*status 503/);
  status = 200;
  await kit.run("check");
  assert.equal(kit.sent.length, 1);
});
