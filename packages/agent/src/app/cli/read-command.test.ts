import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { commands } from "./commands.ts";
import { readCommand } from "./read-command.ts";

async function printedBy(argv: readonly string[]): Promise<string> {
  const stdout = new PassThrough();
  const { load, args } = readCommand(argv);
  const { run } = await load();
  const signal = new AbortController().signal;
  const others = { stdin: new PassThrough(), stderr: new PassThrough() };
  expect(await run(args, { signal, env: {}, stdout, ...others })).toBe(0);
  return String(stdout.read());
}

const loaderOf = (name: string) => commands.find((command) => command.name === name)?.load;

test.each([
  [[], "start", []],
  [["--detach"], "start", ["--detach"]],
  [["why", "m1"], "why", ["m1"]],
  [["chat", "--chat", "work"], "chat", ["--chat", "work"]],
  [["config", "set", "a.b", "--", "--help"], "config", ["set", "a.b", "--", "--help"]],
])("%j asks for a command and its arguments", (argv, name, args) => {
  expect(readCommand(argv)).toMatchObject({ load: loaderOf(name), args, flags: {} });
});

test.each([
  [[], true],
  [["start", "--detach"], true],
  [["chat"], true],
  [["chat", "--help"], false],
  [["--version"], false],
  [["why"], false],
])("whether %j stays up is %s", (argv, staysUp) => {
  expect(readCommand(argv).staysUp).toBe(staysUp);
});

test("takes settings out of the arguments", () => {
  const argv = ["start", "--set", "agent.maxSteps=7", "--detach", "--set=agent.model=a/b=c"];
  expect(readCommand(argv)).toMatchObject({
    load: loaderOf("start"),
    args: ["--detach"],
    flags: { "agent.maxSteps": "7", "agent.model": "a/b=c" },
  });
});

test("an alias asks for its command, and help does not show it", async () => {
  const { load, args } = readCommand(["hooks", "remove", "ci"]);
  expect({ load, args }).toEqual({
    load: loaderOf("incoming-webhooks"),
    args: ["remove", "ci"],
  });
  expect(await printedBy(["--help"])).not.toMatch(/^ {2}hooks /m);
});

test.each([["--help"], ["-h"], ["help"]])("%s lists every command", async (word) => {
  const text = await printedBy([word]);
  for (const { name, summary } of commands)
    expect(text).toMatch(new RegExp(`  ${name} .*${summary}`));
});

test.each([[["chat", "--help"]], [["chat", "--json", "-h"]], [["help", "chat"]]])(
  "%j explains one command",
  async (argv) => {
    expect(await printedBy(argv)).toMatch(
      /^reeve chat \[--json\] \[--chat <name>\] \[--image <file>\]… \[--wait <seconds>\]\n/,
    );
  },
);

test("says its version", async () => {
  expect(await printedBy(["--version"])).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [["chta"], "Unknown command: chta", 'Did you mean "reeve chat"?'],
  [["frobnicate"], "Unknown command: frobnicate", "List the commands: reeve --help"],
  [["start", "--set"], "Invalid option: --set", "Example: --set agent.maxSteps=7"],
  [["start", "--set", "x"], "Invalid option: --set x", "Example: --set agent.maxSteps=7"],
])("refuses %j", (argv, message, hint) => {
  expect(() => readCommand(argv)).toThrow(expect.objectContaining({ message, hint }) as Error);
});
