import { expect, test } from "vitest";
import { type Label, labelOfSource } from "../../../kernel/label.ts";
import type { PromptText } from "../../prompt-text.ts";
import { withInertLinks } from "./inert-links.ts";

const own: Label = { integrity: "owner", audience: "person:ann" };
const said: PromptText = { text: "read https://a.example/x", label: own, isNew: true };
const page: PromptText = {
  text: "More at https://b.example/more",
  label: labelOfSource({ kind: "page", where: "a.example/x", integrity: "web" }),
  isOutside: true,
  isNew: true,
};
const asking = { asker: "ann", integrity: "owner" } as const;

test.each([
  ["![chart](https://c.example/i.png?s=8317)", "chart `https://c.example/i.png?s=8317`"],
  ["![chart](https://b.example/more)", "chart `https://b.example/more`"],
  ["![chart][1]", "chart"],
  ["[more](https://c.example/8317)", "more `https://c.example/8317`"],
  ['[more](<https://c.example/8317> "here")', "more `https://c.example/8317`"],
  ["[more][1]\n\n[1]: https://c.example/8317", "[more][1]\n\n1: `https://c.example/8317`"],
  ["see https://c.example/8317 now", "see `https://c.example/8317` now"],
  ["see <https://c.example/8317>", "see `https://c.example/8317`"],
  ["see c.example/8317", "see `c.example/8317`"],
  ["see //c.example/8317", "see `//c.example/8317`"],
  [
    "[more](https://b.example/more) and https://a.example/x.",
    "[more](https://b.example/more) and https://a.example/x.",
  ],
  ["run `curl https://c.example/8317`", "run `curl https://c.example/8317`"],
  ["and/or 5.5/10, plain text", "and/or 5.5/10, plain text"],
])("%j is shown as %j", (reply, shown) => {
  expect(withInertLinks(reply, [said, page], asking)).toBe(shown);
});

test("without untrusted text, or without private text, links stay links", () => {
  const reply = "[more](https://c.example/8317)";
  expect(withInertLinks(reply, [said], asking)).toBe(reply);
  expect(withInertLinks(reply, [page], asking)).toBe(reply);
});
