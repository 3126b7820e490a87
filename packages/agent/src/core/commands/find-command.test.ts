import { expect, test } from "vitest";
import type { ChatCommand } from "../commands.ts";
import { findCommand } from "./find-command.ts";

const tasks: ChatCommand = {
  name: "tasks",
  usage: "/tasks [all]",
  summary: "what is to be done",
  access: "anyone",
  scope: "chat",
  answer: async () => [],
};
const commands = new Map([[tasks.name, tasks]]);

function argumentIn(text: string): string | undefined {
  return findCommand({ text }, { commands, username: "ReeveBot" })?.argument;
}

test.each([
  ["/tasks", ""],
  ["  /tasks\n", ""],
  ["/Tasks  all of them ", "all of them"],
  ["/tasks@reevebot done", "done"],
  ["/tasks first\nsecond", "first\nsecond"],
  ["!tasks all", "all"],
  [".tasks", ""],
  [".tas", undefined],
  ["... tasks", undefined],
  ["@reevebot /tasks", ""],
  ["@ReeveBot, /tasks all", "all"],
  ["@reevebot /tasks@reevebot all", "all"],
  ["@reevebot /tasks@other", undefined],
  ["@other /tasks", undefined],
  ["@reevebot/tasks", undefined],
  ["/tasks@other", undefined],
  ["/task", undefined],
  ["/tasks.md is a file", undefined],
  ["/constructor", undefined],
  ["what does /tasks do?", undefined],
  ["//tasks", undefined],
  ["", undefined],
])("of %j the argument is %j", (text, argument) => {
  expect(argumentIn(text)).toBe(argument);
});

test("where the agent has no name, a command that names somebody is not its own", () => {
  for (const text of ["/tasks@reevebot", "@reevebot /tasks"])
    expect(findCommand({ text }, { commands, username: undefined })).toBeUndefined();
});

test("what was passed on, or came with an image, is no command", () => {
  const parts = { commands, username: undefined };
  expect(findCommand({ text: "/tasks", forwardedFrom: "Bob" }, parts)).toBeUndefined();
  expect(findCommand({ text: "/tasks", media: [{ kind: "photo" }] }, parts)).toBeUndefined();
});

const unknown: ChatCommand = { ...tasks, name: "unknown" };

test.each([
  ["/tsk all", "direct", "unknown"],
  ["/tsk@reevebot", "group", "unknown"],
  ["/tsk", "group", undefined],
  ["/tsk@other", "direct", undefined],
  ["!tsk", "direct", undefined],
  ["/etc/hosts is a file", "direct", undefined],
  ["/task clean up", "direct", undefined],
  ["/boot", "direct", undefined],
  ["/tasks", "direct", "tasks"],
] as const)("%j in a %s chat is the command %s", (text, kind, name) => {
  const address = { channel: "telegram-bot", externalId: "1", kind } as const;
  const found = findCommand({ text, address }, { commands, username: "reevebot", unknown });
  expect(found?.command.name).toBe(name);
  if (name === "unknown") expect(found?.argument).toBe("tsk");
});
