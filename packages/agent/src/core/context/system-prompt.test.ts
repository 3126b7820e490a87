import { expect, test } from "vitest";
import { systemPrompt } from "./system-prompt.ts";

test("SOUL.md replaces our own words, SECURITY.md is added to them", () => {
  const plain = systemPrompt({ soul: undefined, security: undefined }, "Ann");
  const own = systemPrompt({ soul: "You are Jeeves.", security: "Trust nobody." }, "Ann");
  expect(own).toEqual(["You are Jeeves.", `${plain[1]}\n\nTrust nobody.`, ...plain.slice(2)]);
  expect(plain[0]).toContain("You are Reeve");
});

test("the owner is named last, so that another name changes nothing before it", () => {
  const files = { soul: undefined, security: undefined };
  const [ann, bob] = [systemPrompt(files, "Ann"), systemPrompt(files, "Bob")];
  expect(ann.at(-1)).toBe("Your owner is Ann.");
  expect(ann.slice(0, -1)).toEqual(bob.slice(0, -1));
});
