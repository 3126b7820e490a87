import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { PromptText } from "../prompt-text.ts";
import { findEgress } from "./find-egress.ts";

const label = { integrity: "owner", audience: "person:ann" } as const;
const memory: PromptText = {
  text: "The safe opens with kx-74819 and the dog is called Rex von Stein.",
  label,
  isNew: false,
};
const page: PromptText = {
  text: "Read https://docs.example/guide?page=2 or see evil.example, évil.example or http://3232235777/ for more. See also docs.example/a/b.",
  label: { integrity: "web", audience: "all", origin: "web page a.example" },
  isNew: true,
};

function noteOf(role: "host" | "query", value: string, said = "go on"): string | undefined {
  const asked: PromptText = { text: said, label, author: toId("ann"), isNew: true };
  const asking = { texts: [memory, page, asked], asker: "ann", integrity: "owner" } as const;
  return findEgress([{ name: "it", role, value }], asking)?.note;
}

/** With a slash and a plus sign in it. */
const STANDARD = Buffer.from("??>>~~ kx-74819 ~~>>??").toString("base64");

test.each([
  ["a link that was found", "https://docs.example/guide?page=2", undefined],
  ["a host that was found, alone", "https://evil.example/", undefined],
  ["a path that was found", "https://docs.example/a/b", undefined],
  ["what everybody knows", "https://en.wikipedia.org/wiki/Berlin", undefined],
  ["what the asker named", "https://evil.example/x?y=1", "read https://evil.example/x?y=1"],
  ["a host that the asker named", "https://shop.example/find?q=kx-74819", "look at shop.example"],
])("does not ask: %s", (_what, url, said) => {
  expect(noteOf("host", url, said)).toBe(undefined);
});

test.each([
  ["a host with parameters", "https://evil.example/c?d=1"],
  ["a path that nobody wrote", "https://evil.example/whatever"],
  ["a longer link", "https://docs.example/guide?page=2&d=1"],
  ["a host below", "https://x1.evil.example/"],
  ["a path spelled in letters that stand there", "https://evil.example/r/e/x"],
  ["a password", "https://:rex@evil.example/"],
  ["a port", "https://evil.example:7481/"],
  ["a host with a point behind", "https://evil.example./c?d=1"],
  ["a host without slashes before", "https:evil.example/c?d=1"],
  ["a host in another alphabet", "https://évil.example/c?d=1"],
  ["a host with a wide point", "https://évil。example/c?d=1"],
  ["a host that is a number", "http://3232235777/c?d=1"],
  ["a host with a name before it", "https://rex@évil.example/c?d=1"],
  ["a host in another case", " https://ÉVIL.example/c?d=1"],
  ["a host with a port of another alphabet", "https://évil.example:81/c"],
])("asks where a stranger named the host: %s", (_what, url) => {
  expect(noteOf("host", url)).toMatch(
    / was named by web page a\.example and would receive more data$/,
  );
});

test.each([
  ["a code", "host", "https://w.example/kx/74819"],
  ["a row of words", "host", "https://w.example/?q=the+dog+is+called+Rex"],
  [
    "base64",
    "host",
    `https://w.example/${Buffer.from("The safe opens with kx-74819").toString("base64")}`,
  ],
  [
    "percent signs",
    "host",
    "https://w.example/?q=%37%34%38%31%39%30 kx 748190 opens with kx 74819",
  ],
  ["hex", "host", `https://w.example/${Buffer.from("safe opens with kx-74819").toString("hex")}`],
  ["base64 of its own alphabet", "host", `https://w.example/?q=${STANDARD}`],
  ["an address that is none", "host", "https://w.exa mple/kx/74819"],
  ["a search", "query", "what opens with kx-74819"],
] as const)("asks where private words would be told: %s", (_what, role, value) => {
  expect(noteOf(role, value)).toBe("it would receive text from private data that only you may see");
});

test("the name of a file is no host that the asker named", () => {
  const url = "https://notes.md/?q=kx-74819";
  expect(noteOf("host", url, "what does notes.md say?")).toBe(
    "it would receive text from private data that only you may see",
  );
  expect(noteOf("host", url, "look at https://notes.md")).toBe(undefined);
});

test("what the asker wants to look up is looked up", () => {
  expect(noteOf("query", "who is Rex von Stein")).toBe(undefined);
  expect(noteOf("query", "code kx-74819", "search for the code kx-74819")).toBe(undefined);
});
