import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlugin } from "@reeve/sdk/testing";
import plugin from "./index.ts";

test("insults are counted per person, and mute for a day", async () => {
  let now = 0;
  const kit = await openPlugin(plugin, { now: () => now });
  const say = (id: string, text: string, person = "ann") =>
    kit.hook("messageReceived", { id, text, person, name: person });
  assert.equal(await say("1", "Hello there"), undefined);
  assert.deepEqual(await say("2", "You idiot!"), {
    block: "insults",
    say: "ann, please: no insults here. That is 1 of 3.",
  });
  // The same message, delivered again.
  assert.deepEqual(await say("2", "You idiot!"), {
    block: "insults",
    say: "ann, please: no insults here. That is 1 of 3.",
  });
  await say("3", "moron");
  assert.deepEqual(await say("4", "IDIOT"), { block: "insults", say: "ann is muted for a day." });
  assert.deepEqual(await say("5", "Sorry"), { block: "muted for a day" });
  assert.equal(await say("6", "Hello", "bob"), undefined);
  now += 86_400_000;
  assert.equal(await say("7", "Hello again"), undefined);
  assert.deepEqual(await kit.call("offenses", {}), [{ name: "ann", why: "insults", messages: 3 }]);
});

const links = (count: number) => "https://example.com ".repeat(count);

test("a few links pass, many are advertising", async () => {
  const kit = await openPlugin(plugin, { config: { links: 1 } });
  assert.equal(await kit.hook("messageReceived", { text: links(1) }), undefined);
  assert.deepEqual(await kit.hook("messageReceived", { text: links(2), name: "Bob" }), {
    block: "advertising",
    say: "Bob, please: no advertising here. That is 1 of 3.",
  });
  assert.deepEqual(await kit.hook("promptBefore"), {
    context: "Moderation has warned this person: 1.",
  });
});

test("calls with a host that is not used are denied, and card numbers are masked", async () => {
  const kit = await openPlugin(plugin, { config: { hosts: ["evil.example.net"] } });
  const call = (url: string) => kit.hook("toolBefore", { tool: "web_fetch", args: { url } });
  assert.equal(await call("https://example.com"), undefined);
  assert.deepEqual(await call("https://evil.example.net/x"), {
    deny: "evil.example.net is not used here",
  });
  assert.equal(await kit.hook("responseBefore", { text: "It is 12:30." }), undefined);
  assert.deepEqual(await kit.hook("responseBefore", { text: "Card 4111 1111 1111 1111!" }), {
    text: "Card [card number]!",
  });
});
