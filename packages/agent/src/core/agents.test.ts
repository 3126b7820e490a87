import { expect, test } from "vitest";
import { scriptedModel } from "../llm/testing/scripted-model.ts";
import { type AgentProfile, createAgents, mainAgent } from "./agents.ts";

const models = { model: scriptedModel([]), utility: undefined };
const main = mainAgent(models);

function agentAt(name: string, chats: readonly string[]): AgentProfile {
  return { ...models, name, budgets: {}, chats };
}

const agents = createAgents(main, [
  agentAt("work", ["cli:work-*"]),
  agentAt("guests", ["group", "channel"]),
  agentAt("greedy", ["*:*"]),
]);

const at = (channel: string, externalId: string, kind: "direct" | "group" | "channel" = "direct") =>
  agents.answering({ channel, externalId, kind, agent: null }).name;

test("the first agent whose chats fit answers", () => {
  expect(at("cli", "work-1")).toBe("work");
  expect(at("cli", "work-1", "group")).toBe("work");
  expect(at("telegram-bot", "-100", "group")).toBe("guests");
  expect(at("telegram-bot", "-100", "channel")).toBe("guests");
  expect(at("http", "work-1")).toBe("greedy");
});

test("the main agent answers where no other does", () => {
  const few = createAgents(main, [agentAt("work", ["cli:work"]), agentAt("nowhere", [])]);
  expect(few.answering({ channel: "cli", externalId: "home", kind: "direct", agent: null })).toBe(
    main,
  );
});

test("the agent that somebody switched to answers instead, as long as there is one of its name", () => {
  const chat = { channel: "cli", externalId: "work-1", kind: "direct" } as const;
  expect(agents.answering({ ...chat, agent: "main" })).toBe(main);
  expect(agents.answering({ ...chat, agent: "guests" }).name).toBe("guests");
  expect(agents.answering({ ...chat, agent: "gone" }).name).toBe("work");
});

test("a name that is no more stands for the main agent", () => {
  expect(agents.get("guests").name).toBe("guests");
  expect(agents.get("gone")).toBe(main);
  expect(agents.all.map(({ name }) => name)).toEqual(["main", "work", "guests", "greedy"]);
});
