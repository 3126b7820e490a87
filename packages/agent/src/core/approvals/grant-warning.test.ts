import { expect, test } from "vitest";
import { grantWarning } from "./grant-warning.ts";

const exec = { effect: "exec" } as const;
const ANY = "This grant covers any command.";
const runs = (program: string) =>
  `${program} can run other programs, so this grant covers any command.`;

test.each([
  [undefined, ANY],
  ["python3.11 *", runs("python3.11")],
  ["/usr/bin/env *", runs("env")],
  ["git *", runs("git")],
  ["*", "This grant covers any program whose name fits."],
  ["un* -a", "This grant covers any program whose name fits."],
  ["uptime *", undefined],
  ["bash deploy.sh", undefined],
])("a grant for the command %s warns: %s", (command, warning) => {
  const pattern = command === undefined ? undefined : { command };
  expect(grantWarning({ argsHash: null, pattern }, exec)).toBe(warning);
});

test("what covers the shown arguments alone, or runs nothing, needs no warning", () => {
  expect(grantWarning({ argsHash: "h" }, exec)).toBeUndefined();
  expect(grantWarning({ argsHash: null }, { effect: "send" })).toBeUndefined();
});
