import { expect, test } from "vitest";
import { scriptArguments } from "./run-skill-script.ts";

function argumentsOf(script: string) {
  return scriptArguments({ folder: "/s/a", script, args: ["-x", "; id"] });
}

test("runs scripts with the program that their names end for, without a shell", () => {
  const typed = ["-x", "; id"];
  expect(argumentsOf("scripts/a.mjs")).toEqual([process.execPath, "/s/a/scripts/a.mjs", ...typed]);
  expect(argumentsOf("scripts/a.py")).toEqual(["python3", "/s/a/scripts/a.py", ...typed]);
  expect(argumentsOf("scripts/a.sh")).toEqual(["bash", "/s/a/scripts/a.sh", ...typed]);
  expect(() => argumentsOf("scripts/a.exe")).toThrow(expect.objectContaining({ code: "invalid" }));
});
