import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cpuMsOf } from "../../kernel/testing/cpu-ms-of.ts";
import { toSpeakable } from "./to-speakable.ts";

test.each([
  ["a sentence stays", "It rains. Take a coat!", "It rains. Take a coat!"],
  ["emphasis goes", "**Bold**, _thin_, ~~gone~~ and ||hidden||", "Bold, thin, gone and hidden."],
  ["signs in words and sums stay", "snake_case, 2*3*4 and 5 * 3", "snake_case, 2*3*4 and 5 * 3."],
  ["inline code is read", "Run `npm test` now", "Run npm test now."],
  ["a heading is a sentence", "# Weather\nSunny", "Weather.\nSunny."],
  ["marks of lists go, numbers stay", "- one\n* two\n1. three", "one.\ntwo.\n1. three."],
  ["boxes of tasks go", "- [x] done\n- [ ] open", "done.\nopen."],
  ["quotes lose their mark", "> said\n>> twice", "said.\ntwice."],
  ["rules go", "a\n---\nb\n***", "a.\nb."],
  ["a link is its words", 'See [the page](https://x.org/a_(b) "title").', "See the page."],
  ["a picture is its words", "![a cat](https://x.org/cat.png)", "a cat."],
  ["an address is its host", "At https://www.example.org:8080/a?b=c, now.", "At example.org, now."],
  ["an address in brackets is, too", "(see <https://me:pw@example.org/x>)", "(see example.org)."],
  ["one without a protocol as well", "www.example.org/x is it", "example.org is it."],
  ["emoji go with all their parts", "Hi 👋🏽 👨‍👩‍👧 🇩🇪 1️⃣ ok ❤️", "Hi 1 ok."],
  ["footnotes go", "True[^1]\n\n[^1]: source", "True."],
  ["tags and entities go", "a<br>b &amp; c", "a b & c."],
  ["tags with attributes go", '<a href="/x" title=y>a</a> <sup>b</sup>', "a b."],
  ["comparisons stay", "a<b and c>d, x < 5", "a<b and c>d, x < 5."],
  ["they stay in front of a line", "- > 39 °C\n>= 3", "> 39 °C.\n>= 3."],
  ["blanks to fill in stay", "Set it to <your name>", "Set it to <your name>."],
  ["a mailbox in brackets loses them", "to <ann@x.org>", "to ann@x.org."],
  ["an arrow is a pause", "Settings -> Wi-Fi --> On", "Settings, Wi-Fi, On."],
  ["escapes are what they stand for", "2 \\* 3 \\_ok\\_", "2 * 3 _ok_."],
  ["nothing of nothing", " \n\n---\n👋", ""],
])("%s", (_title, markdown, spoken) => {
  expect(toSpeakable(markdown)).toBe(spoken);
});

test("code is left out with a word about it in the language, once for several blocks", () => {
  const markdown = "So:\n\n```js\nlet a;\n```\n~~~\nb\n~~~\nFertig";
  expect(toSpeakable(markdown, { language: "de" })).toBe("So:\nDer Code ist ausgelassen.\nFertig.");
  expect(toSpeakable("```\nnever closed\n# x")).toBe("I've left out the code.");
  expect(toSpeakable("```\na\n```", { language: "eo" })).toBe("I've left out the code.");
});

test("a table is read row by row with the names of its columns", () => {
  const markdown =
    "| City | Day | Night |\n|:--|--:|---|\n| Berlin | 3 | |\n| Rome | 14 | `a\\|b` |\nEnd";
  expect(toSpeakable(markdown)).toBe("Berlin, Day: 3.\nRome, Day: 14, Night: a|b.\nEnd.");
});

test("whatever it is given, no address, code or emoji is left, and it is quick", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "**",
      "_",
      "`",
      "```",
      "\n",
      "| a |",
      "|---|",
      "[",
      "](",
      ")",
      "https://x.org/y",
    ),
    fc.constantFrom("👋", "<b>", "\\", "# ", "> ", "- ", "~~", "||", "&amp;", "word ", "слово "),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const spoken = toSpeakable(pieces.join(""));
      expect(spoken).not.toMatch(/`|https:\/\/|👋|\n\n|^\s/);
      expect(spoken.isWellFormed()).toBe(true);
    }),
    { numRuns: 3000 },
  );
  for (const bad of [
    "[",
    "**",
    "|",
    "![](",
    "<a",
    "<a a=",
    "\\",
    "_ _",
    "`",
    "| a ",
    "> ",
    "[a]((",
    " ",
    " -",
    "a -",
  ]) {
    const long = bad.repeat(20_000);
    expect(cpuMsOf(() => void toSpeakable(long))).toBeLessThan(1500);
  }
});
