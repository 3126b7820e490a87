import { expect, test } from "vitest";
import { cpuMsOf } from "../kernel/testing/cpu-ms-of.ts";
import { countSpokenWords, isSpeakable, wantsSpokenReply } from "./speech.ts";

test.each([
  "tell me the weather today",
  "Tell  me a story, please",
  "can you read me that article?",
  "READ THAT",
  "<u>read</u> it out",
  "read this out",
  "read it out loud",
  "Please, read it.",
  "say that again",
  "say it",
  "speak to me",
  "Speak!",
  "“tell me”",
  "Sag mir, wie das Wetter wird",
  "Lies mir die Nachricht vor",
  "kannst du das vorlesen?",
  "Erzähl mir was",
  "Dime qué tiempo hace",
  "Léeme el artículo en voz alta",
  "dímelo",
  "Dis-moi quel temps il fait",
  "Lis-le à voix haute",
  "lis-moi l'article",
  "Dimmi che tempo fa",
  "Leggilo ad alta voce",
  "Me diga o tempo de amanhã",
  "lê isso em voz alta",
  "Скажи мне погоду",
  "прочитай это вслух",
  "Озвучь ответ",
  "Розкажи мені про погоду",
  "прочитай це вголос",
  "Vertel me een verhaal",
  "lees dat voor",
  "Powiedz mi, jaka będzie pogoda",
  "przeczytaj to na głos",
  "Bana hava durumunu söyle bana",
  "bunu sesli oku",
  "řekni mi to",
  "läs det här för mig",
  "spune-mi cum e vremea",
  "اقرأ لي هذا",
  "请告诉我明天的天气",
  "念给我听",
  "明日の天気を教えて",
  "기사를 읽어 줘",
])("%j asks to hear the answer", (text) => {
  expect(wantsSpokenReply(text)).toBe(true);
});

test.each([
  "",
  "what is the weather?",
  "tell Mehmet that I am late",
  "hotel menu",
  "foretell me-andering",
  "read the article",
  "I have already read items 1 to 5",
  "she says that it is fine",
  "the speaker is loud",
  "he spoke to mechanics",
  "We should tell. Me too!",
  "`tell me`",
  "```\nread it\n``` what does this do?",
  "Wie sagt man das auf Englisch?",
  "Vorlesung um drei",
  "Das Lied ist schön",
  "El dimetro es grande",
  "Dimensioni del tavolo",
  "dismoine",
  "que dis tu ?",
  "сказка",
  "Прочитай книгу",
  "скажите, пожалуйста, который час",
  "opowiadanie",
  "Wat zegt hij?",
  "söylenti",
  "今日は何日？",
  "天气怎么样",
])("%j does not", (text) => {
  expect(wantsSpokenReply(text)).toBe(false);
});

test("what stands beyond any request is not read", () => {
  expect(wantsSpokenReply(`${"word ".repeat(1000)} tell me`)).toBe(false);
});

test.each([
  ["", 0],
  ["Hello, world!", 2],
  ["it's well-known — really", 3],
  ["5 × 8 = 40", 3],
  ["Привет, как дела", 3],
  ["मौसम अच्छा है", 3],
  ["明天天气很好。", 3],
  ["明日の天気 is good", 5],
  ["พรุ่งนี้อากาศดี", 8],
  ["- - '", 0],
])("%j takes as long as %i words", (text, words) => {
  expect(countSpokenWords(text)).toBe(words);
});

test("an answer can be said up to so many words, and if it has any", () => {
  const answer = "# one\n\n- **two** three";
  expect(isSpeakable(answer, { maxWords: 3 })).toBe(true);
  expect(isSpeakable(answer, { maxWords: 2 })).toBe(false);
  expect(isSpeakable("👍", { maxWords: 7 })).toBe(false);
});

test.each([
  ["a block of code", "So:\n\n```\nlet a;\n```"],
  ["one in a list", "1. Do\n   ~~~sh\n   ls\n   ~~~"],
  ["a command", "Run `npm install x`."],
  ["an option", "Set `--force`."],
  ["a table", "| a | b |\n|---|--:|\n| 1 | 2 |"],
  ["one without bars around it, in a quote", "> a | b\n> --|--\n> 1 | 2"],
  ["an address", "See https://example.org/x."],
  ["one without a protocol", "See www.example.org."],
  ["a link", "See [the page](https://example.org)."],
  ["a formula", "It is \\(x^2\\), or \\frac{1}{2}."],
  ["a picture", "![a cat](cat.png)"],
  ["a reference to a link", "See [the page].\n\n[the page]: /x"],
  ["a comparison", "Call a doctor if the fever is > 39 °C and the pulse < 50."],
  ["one that looks like a tag", "Buy if price<limit and stock>0, else wait."],
  ["one that looks like a tag of HTML", "It holds if a<b and c>d."],
  ["one that looks like a quote", "Call a doctor at:\n\n- > 39 °C"],
  ["one in entities", "The pulse is &lt; 50."],
  ["a blank to fill in", "Set it to <your name> and save."],
  ["a power", "It is 10<sup>6</sup>."],
  ["many mailboxes", "a@x.org, b@x.org, c@x.org, d@x.org"],
  ["many hosts", "example.com, example.org, example.net, example.de"],
  ["many names in code", "`a`, `b`, `c`, `d`"],
])("what holds %s is not said", (_what, answer) => {
  expect(isSpeakable(answer, { maxWords: 500 })).toBe(false);
});

test.each([
  ["prose with formats", "It is **sunny**, _warm_ and ~~wet~~ dry.\n\n---\n\n- one\n- two"],
  ["tags of HTML", 'It is <b>sunny</b>,<br/><span class="tg-spoiler">warm</span> and <I>dry</I>.'],
  ["quotes", "> She said\n>> he said\n- > it is\n> # true"],
  ["a mailbox in brackets", "Write to <ann@example.org>."],
  ["a name of a file", "Open `README.md`, then look at `main`."],
  ["a mailbox", "Write to ann@example.org, or to example.com."],
  ["abbreviations", "e.g. this, z.B. das, i.e. o.ä. at 3.5 p.m. in the U.S.A."],
  ["a bar and a rule", "a || b\n\n- c | d\n---"],
])("what holds %s is said", (_what, answer) => {
  expect(isSpeakable(answer, { maxWords: 500 })).toBe(true);
});

test("a long answer is looked through quickly", () => {
  for (const bad of [
    "[",
    "|",
    "| a ",
    "|-",
    "`a",
    "``a` ",
    "a@",
    "a.",
    "a-",
    "\n|",
    "|\n-|",
    "> ",
    "<",
    "<a ",
    "<a a=",
    " a=a",
    "<a a=a",
  ]) {
    const long = bad.repeat(20_000);
    expect(cpuMsOf(() => void isSpeakable(long, { maxWords: 500 }))).toBeLessThan(1500);
  }
});
