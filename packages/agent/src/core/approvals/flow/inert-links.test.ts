import * as fc from "fast-check";
import { renderMarkdown } from "chat-markdown/telegram";
import { marked, type Token } from "marked";
import { expect, test } from "vitest";
import { type Label, labelOfSource } from "../../../kernel/label.ts";
import type { PromptText } from "../../prompt-text.ts";
import { createLinkFilter } from "./inert-links.ts";

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
  ["if a < b, <a> is `<b>`", "if a < b, &lt;a> is `<b>`"],
  ['<img src="https://c.example/8317">', '&lt;img src="`https://c.example/8317`">'],
])("%j is shown as %j", (reply, shown) => {
  const filter = createLinkFilter([said, page], asking);
  expect(filter.whole(reply)).toBe(shown);
  const stream = filter.stream();
  const pieces = reply.split("").map((letter) => stream.push(letter));
  expect(pieces.join("") + stream.end()).toBe(shown);
});

test("without untrusted text, or without private text, links stay links", () => {
  const reply = "[more](https://c.example/8317)";
  for (const texts of [[said], [page]]) {
    const filter = createLinkFilter(texts, asking);
    expect(filter.whole(reply)).toBe(reply);
    expect(filter.stream().push(reply)).toBe(reply);
  }
});

test("a stream shows words as they come, and holds back what may become a link", () => {
  const stream = createLinkFilter([said, page], asking).stream();
  expect(stream.push("A boiler he")).toBe("A boiler ");
  expect(stream.push("ats. See [more](https://c.exa")).toBe("heats. See ");
  expect(stream.push("mple/8317) today, ")).toBe("");
  expect(stream.push("please.\nThen ")).toBe("more `https://c.example/8317` today, please.\nThen ");
  expect(stream.push("c.example/8")).toBe("");
  expect(stream.push("317 ")).toBe("`c.example/8317` ");
  expect(stream.push("\n")).toBe("\n");
  const code = "```\ncurl https://c.example\n```\n";
  expect(stream.push(code)).toBe(code);
  expect(stream.push("![c](https://c.example/8317)")).toBe("");
  expect(stream.end()).toBe("c `https://c.example/8317`");
});

const PIECES = [
  "[more](https://c.example/8317)",
  "![c](https://c.example/8317)",
  "https://c.example/8317",
  "c.example/8317",
  "www.8317.c.example ",
  "https:\\//c.example/8317",
  "https&#58;//c.example/8317",
  "https:**//c.example**/8317",
  "<https://c.example/8317>",
  '<img src="https://c.example/8317">',
  "[1]: //c.example/8317",
  "![c][1]",
  "`code`",
  "`",
  "``",
  "```",
  "```js",
  "`````",
  "   ```",
  "~~~",
  "\r",
  "\u2028",
  "\0",
  "\u00a0",
  "\\",
  "\n",
  "\n\n",
  "> ",
  "- ",
  "    ",
  " ",
  "words",
  "[",
  "](",
  "<",
  "<div>",
  "<a>",
  "<!-- ",
  " -->",
  "<img\nsrc=https://c.example/8317>",
  "<img/src=//c.example/8317>",
  "!",
  "*",
] as const;

test("however a text is written and cut, no reader finds an address in it that the model composed", () => {
  const filter = createLinkFilter([said, page], asking);
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, fc.array(fc.nat({ max: 9 })), (words, sizes) => {
      const text = words.join("");
      const stream = filter.stream();
      let shown = "";
      let at = 0;
      for (const size of sizes) {
        shown += stream.push(text.slice(at, at + size));
        at += size;
      }
      shown += stream.push(text.slice(at)) + stream.end();
      for (const one of [shown, filter.whole(text)]) {
        expect(openedIn(marked.lexer(one)), one).not.toContain("c.example");
        expect(linkedInTelegram(one), one).not.toContain("c.example");
      }
    }),
    { numRuns: 3_000 },
  );
});

/** Addresses that a reader of CommonMark would open, and the text in which it finds some itself. */
function openedIn(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      switch (token.type) {
        case "code":
        case "codespan":
        case "def":
          return " ";
        case "html":
          return attributesIn(token.raw).filter(leavesHome).join(" ");
        case "link":
        case "image":
          return leavesHome(String(token["href"])) ? String(token["href"]) : childrenOf(token);
        default:
          return childrenOf(token) || token.raw;
      }
    })
    .join("");
}

function childrenOf(token: Token): string {
  if ("items" in token) return openedIn(token.items);
  return "tokens" in token ? openedIn(token.tokens ?? []) : "";
}

function attributesIn(html: string): readonly string[] {
  return Array.from(
    html.matchAll(/(?:src|href)\s*=\s*["']?([^"'\s>]+)/g),
    ([, value = ""]) => value,
  );
}

/** A page of the agent's own would resolve the address to another host. */
function leavesHome(address: string): boolean {
  return URL.parse(address, "https://home.example/")?.host !== "home.example";
}

/** The text that Telegram looks for links in, which is outside of code, and the links themselves. */
function linkedInTelegram(text: string): string {
  return renderMarkdown(text)
    .flatMap((part) => {
      if (part.type !== "text") return [];
      const { entities } = part;
      const letters = part.text.split("");
      for (const { type, offset, length } of entities)
        if (type === "code" || type === "pre") letters.fill(" ", offset, offset + length);
      const links = entities.flatMap((entity) => ("url" in entity ? [entity.url] : []));
      return [letters.join(""), ...links];
    })
    .join("\n");
}
