import { sessions } from "@reeve/operations/work/sessions";
import { expect, test } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { askAs } from "../src/operations/ask.ts";
import { textsIn } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type AgentOptions, startAgent } from "./kit/start-agent.ts";

const GROUP = { externalId: "-5", kind: "group" } as const;
const BOB = { ...GROUP, sender: "bob" } as const;
const OPEN = "I answer everyone I know in this chat.";

async function start(own: Partial<AgentOptions> = {}) {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  const agent = await startAgent({
    model,
    channels: [messenger],
    roles: { ann: "owner", bob: "member", eve: "stranger" },
    intake: { accessOf: () => ({ direct: "allowlist", groups: "open" }) },
    ...own,
  });
  /** Returns the reply in the group. */
  const ask = async (text: string, sender = "ann") => {
    const before = textsIn(messenger, "-5").length;
    await messenger.say(text, { ...GROUP, sender });
    await messenger.received(before + 1, "-5");
    return textsIn(messenger, "-5").at(-1);
  };
  return { agent, messenger, model, ask };
}

test("/policy shows who is answered in a chat, and an admin sets it for this chat alone", async () => {
  const { agent, messenger, ask } = await start();
  await using _ = agent;
  expect(await ask("/policy", "bob")).toBe(OPEN);
  expect(await ask("/policy disabled", "bob")).toBe("Only the owner and admins can use /policy.");
  expect(await ask("/policy admin-only")).toBe("I answer only the owner and admins in this chat.");
  const reason = "only admins are answered here";
  expect(await messenger.say("hello", BOB)).toMatchObject({ outcome: "ignored", reason });
  expect(await messenger.say("/ping", BOB)).toMatchObject({ outcome: "ignored", reason });
  expect(await ask("hello")).toBe("Hello.");
  await messenger.say("hello", { sender: "bob", externalId: "2" });
  await messenger.received(1, "2");
});

test("a disabled chat is opened again by a command of an admin, and by nothing else", async () => {
  const { agent, messenger, ask } = await start();
  await using _ = agent;
  await ask("/policy disabled");
  const reason = "this chat is disabled";
  for (const sender of ["ann", "bob"])
    expect(await messenger.say("hello", { ...GROUP, sender })).toMatchObject({ reason });
  expect(await messenger.say("/policy open", BOB)).toMatchObject({ reason });
  expect(await messenger.say("/policy open", { ...GROUP, sender: "eve" })).toMatchObject({
    outcome: "ignored",
  });
  expect(await ask("/policy nonsense")).toContain("Usage: /policy");
  expect(await ask("/policy default")).toBe(OPEN);
  expect(await ask("hello", "bob")).toBe("Hello.");
});

test("the settings of a chat include its policy, which only admins set", async () => {
  const { agent, messenger, ask } = await start();
  await using _ = agent;
  await ask("hello");
  await messenger.say("hello", { sender: "bob", externalId: "2" });
  await messenger.received(1, "2");
  const bob = await callerOf(agent, { name: "bob", externalId: "2" });
  await expect(
    askAs(agent.core.control, bob)(sessions.configure, { policy: "open" }),
  ).rejects.toMatchObject({ code: "denied" });
  const ann = askAs(agent.core.control, await callerOf(agent, { externalId: "-5" }));
  expect(await ann(sessions.configure, { policy: "disabled", verbose: "on" })).toMatchObject({
    policy: "disabled",
    verbose: "on",
  });
  expect(await ann(sessions.configure, { policy: "default" })).toMatchObject({ policy: "open" });
  expect(await ann(sessions.settings, {})).toMatchObject({ policy: "open", verbose: "on" });
});

test("/verbose shows the tool calls of a turn in a chat, or not", async () => {
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? { text: "Looked." }
      : { calls: [{ name: "door_look", args: {} }] },
  );
  const { agent, messenger, ask } = await start({ model, tools: [fakeTool("door_look")] });
  await using _ = agent;
  const calls = () => messenger.shown.filter(({ type }) => type === "tool-start").length;
  expect(await ask("/verbose")).toBe("I don't show tool calls here.");
  await ask("look");
  expect(calls()).toBe(0);
  expect(await ask("/verbose on", "bob")).toBe("Only the owner and admins can use /verbose.");
  expect(await ask("/verbose on")).toBe("I show tool calls here while they run.");
  await ask("look");
  await expect.poll(calls).toBe(1);
  expect(await ask("/verbose off")).toBe("I don't show tool calls here.");
});

test("the owner has no rate by default", async () => {
  const { agent, messenger, ask } = await start();
  await using _ = agent;
  for (let n = 0; n < 30; n += 1) await messenger.say(`number ${n}`, { externalId: "1" });
  expect(await ask("hello")).toBe("Hello.");
  await expect.poll(() => textsIn(messenger, "1").some((text) => text !== "Hello.")).toBe(false);
});
