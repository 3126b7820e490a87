import { expect, test } from "vitest";
import { covers } from "./covers.ts";

const call = {
  name: "ton_send",
  args: { to: "Bob", amount: 5, urgent: true, tags: ["a"] },
  argsHash: "hash",
};
const any = { tool: "ton_send", argsHash: null };

test.each([
  [any, true],
  [{ ...any, tool: "ton_swap" }, false],
  [{ ...any, argsHash: "hash" }, true],
  [{ ...any, argsHash: "other" }, false],
  [{ ...any, pattern: { to: "B*" } }, true],
  [{ ...any, pattern: { to: "B*", amount: "5" } }, true],
  [{ ...any, pattern: { to: "B*", amount: "50" } }, false],
  [{ ...any, pattern: { urgent: "true" } }, true],
  [{ ...any, pattern: { urgent: "false" } }, false],
  [{ ...any, pattern: { to: "b*" } }, false],
  [{ ...any, pattern: { note: "*" } }, false],
  [{ ...any, pattern: { tags: "*" } }, false],
])("%j covers a call to Bob: %s", (grant, expected) => {
  expect(covers(grant, call)).toBe(expected);
});

test("a pattern describes arguments by name, so a call without any is not covered", () => {
  expect(covers({ ...any, pattern: { to: "*" } }, { ...call, args: "Bob" })).toBe(false);
});

function running(command: string) {
  return { name: "exec_run", args: { command }, argsHash: "hash" };
}

function reading(path: string) {
  return { name: "exec_read_file", args: { path }, argsHash: "hash" };
}

const git = { tool: "exec_run", argsHash: null, pattern: { command: "git *" } };

test.each([
  ["git status", true],
  ["git log --format='%h %s' -- src/*.ts", true],
  ["git", false],
  ["gitk status", false],
  ["git status; rm -rf ~", false],
  ["git status && reboot", false],
  ["git status | sh", false],
  ["git status & reboot", false],
  ["git log > ~/.profile", false],
  ["git show $(reboot)", false],
  ["git show `reboot`", false],
  ["git show $HOME", false],
  ["git status\nreboot", false],
  ["git show \\\nreboot", false],
  ["git show <(reboot)", false],
  ["git show {a,b}", false],
  ["(git status)", false],
])("a pattern for git covers %j: %s", (command, expected) => {
  expect(covers(git, running(command))).toBe(expected);
});

test("what a pattern for commands spells out may be there", () => {
  const both = { ...git, pattern: { command: "git pull && make *" } };
  expect(covers(both, running("git pull && make all"))).toBe(true);
  expect(covers(both, running("git pull && make all && reboot"))).toBe(false);
});

test("a pattern for a folder does not lead out of it", () => {
  const notes = { tool: "exec_read_file", argsHash: null, pattern: { path: "/workspace/*" } };
  expect(covers(notes, reading("/workspace/a/b..txt"))).toBe(true);
  expect(covers(notes, reading("/workspace/../etc/shadow"))).toBe(false);
  expect(covers(notes, reading("/workspace/a/.."))).toBe(false);
});
