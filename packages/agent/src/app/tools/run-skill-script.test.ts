import { expect, test } from "vitest";
import { scriptArguments } from "./run-skill-script.ts";

test("runs scripts with the program that their names end for, without a shell", () => {
  const of = (script: string) => scriptArguments({ folder: "/s/a", script, args: ["-x", "; id"] });
  expect(of("scripts/a.mjs")).toEqual([process.execPath, "/s/a/scripts/a.mjs", "-x", "; id"]);
  expect(of("scripts/a.py")).toEqual(["python3", "/s/a/scripts/a.py", "-x", "; id"]);
  expect(of("scripts/a.sh")).toEqual(["bash", "/s/a/scripts/a.sh", "-x", "; id"]);
  expect(() => of("scripts/a.exe")).toThrow(expect.objectContaining({ code: "invalid" }));
});
