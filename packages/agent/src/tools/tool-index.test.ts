import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createToolIndex, type IndexedTool, type ToolIndex } from "./tool-index.ts";
import type { ToolDescription } from "./toolbox.ts";

function describeTool(name: string, summary: string, parameters = {}): ToolDescription {
  return { name, summary, params: { type: "object", properties: parameters } };
}

const tools: readonly ToolDescription[] = [
  describeTool("email_send", "Send a mail", { subject: {}, attachments: {} }),
  describeTool("email_search", "Search mailboxes", { unread: {} }),
  describeTool("telegram_send_photo", "Send an image file with optional caption", { chatId: {} }),
  describeTool("reminder_create", "Remind the user at a time", { at: {} }),
  describeTool("note_create", "Save a note with optional tags"),
  describeTool("ton_get_balance", "Wallet balance"),
  describeTool("stonfi_swap", "Swap tokens through the router", { slippage: {} }),
  describeTool("utility_weather", "Forecast for a place", {
    days: { type: "number", description: "How far ahead to look." },
  }),
  describeTool("workspace_list", "List workspace files and folders"),
];

const options = { limit: 3, minScore: 0 };
const indexOf = (indexed: Iterable<IndexedTool>) => createToolIndex(indexed, { vectorWeight: 0.6 });
const namesFor = (text: string, index: ToolIndex = indexOf(tools)) =>
  index.search({ text }, options).map(({ name }) => name);

test.each([
  ["sending mails", "email_send"],
  ["which tokens can be swapped?", "stonfi_swap"],
  ["slippage", "stonfi_swap"],
  ["how far ahead", "utility_weather"],
  ["chat id", "telegram_send_photo"],
])("%j finds %s by words of its name, summary or parameters", (query, name) => {
  expect(namesFor(query)[0]).toBe(name);
});

test.each([
  ["show her the picture", "telegram_send_photo"],
  ["Erinnere mich morgen an den Zahnarzt", "reminder_create"],
  ["Quel est le solde du portefeuille ?", "ton_get_balance"],
  ["¿Va a llover mañana?", "utility_weather"],
  ["elenca i file della cartella", "workspace_list"],
  ["anota a palavra-passe", "note_create"],
  ["Скинь ему картинку", "telegram_send_photo"],
  ["нагадай мені подзвонити", "reminder_create"],
  ["zanotuj numer", "note_create"],
  ["cüzdan bakiyesi", "ton_get_balance"],
  ["ذكرني غدا", "reminder_create"],
  ["把图片发给她", "telegram_send_photo"],
  ["天気はどう？", "utility_weather"],
])("%j finds %s by what people say for it", (query, name) => {
  expect(namesFor(query)[0]).toBe(name);
});

test("a tool described in Chinese is found by two neighbouring characters", () => {
  const index = indexOf([...tools, describeTool("tea_brew", "冲泡乌龙茶")]);
  expect(namesFor("想喝乌龙", index)).toEqual(["tea_brew"]);
});

const noteScoreIn = (query: string) =>
  indexOf(tools)
    .search({ text: query }, { limit: 9, minScore: 0 })
    .find(({ name }) => name === "note_create")?.score ?? 0;

test("a small wish beside a great one counts for more than its words", () => {
  const great = "swap the tokens through the router with slippage";
  expect(noteScoreIn(`${great} and note it`)).toBeGreaterThan(noteScoreIn(`${great} note it`));
  expect(namesFor(`${great} and note it`).slice(0, 2)).toEqual(["stonfi_swap", "note_create"]);
});

test("of two tools that say the same, the one that says less besides comes first", () => {
  const index = indexOf([
    describeTool("a_cook", "Bake bread in an oven of stone, with flour, water, salt and much time"),
    describeTool("b_cook", "Bake bread"),
  ]);
  expect(namesFor("bread", index)).toEqual(["b_cook", "a_cook"]);
});

test("scores lie between 0 and 1, and small talk has none", () => {
  const hits = indexOf(tools).search({ text: "send mail" }, { limit: 10, minScore: 0 });
  expect(hits.map(({ name }) => name)).toEqual([
    "email_send",
    "telegram_send_photo",
    "email_search",
  ]);
  for (const { score } of hits) expect(score > 0 && score < 1).toBe(true);
  expect(namesFor("I am so very tired of it all")).toEqual([]);
  expect(namesFor("")).toEqual([]);
});

test("what stands behind the first 2,000 characters does not count", () => {
  expect(namesFor(`${"x ".repeat(990)} weather`)).toEqual(["utility_weather"]);
  expect(namesFor(`${"x ".repeat(1_000)} weather`)).toEqual([]);
});

test("the limit and the least score are kept", () => {
  const index = indexOf(tools);
  const [first, second] = index.search({ text: "send mail" }, { limit: 2, minScore: 0 });
  const least = { limit: 9, minScore: first?.score ?? 1 };
  expect(second).toBeDefined();
  expect(index.search({ text: "send mail" }, least)).toEqual([first]);
  expect(index.search({ text: "send mail" }, { limit: 1, minScore: 0 })).toEqual([first]);
});

test("a tool that was removed is not found, and one that was replaced is found as it is now", () => {
  const index = indexOf(tools);
  index.remove("utility_weather");
  index.remove("utility_weather");
  expect(namesFor("weather", index)).toEqual([]);
  index.add(describeTool("ton_get_balance", "Weather on the moon"));
  expect(namesFor("weather", index)).toEqual(["ton_get_balance"]);
});

/** Sums of the same numbers in another order differ in their last digits. */
const rounded = (index: ToolIndex) =>
  index
    .search({ text: "send a mail, list files and swap" }, { limit: 20, minScore: 0 })
    .map(({ name, score }) => [name, score.toFixed(9)]);

test("adding and removing in any order leaves the index of what is there", () => {
  const change = fc.record({ tool: fc.constantFrom(...tools), adds: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const index = indexOf([]);
      const there = new Map<string, ToolDescription>();
      for (const { tool, adds } of changes) {
        if (adds) index.add(tool);
        else index.remove(tool.name);
        if (adds) there.set(tool.name, tool);
        else there.delete(tool.name);
      }
      expect(rounded(index)).toEqual(rounded(indexOf(there.values())));
    }),
  );
});

test("any message is answered, with the best first", () => {
  const index = indexOf(tools);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (query) => {
      const scores = index
        .search({ text: `${query} mail` }, { limit: 20, minScore: 0 })
        .map((hit) => hit.score);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    }),
  );
});

/** One number for each of three topics that a text may speak of. */
const topicsOf = (text: string) => {
  const counts = ["mail", "weather", "swap"].map((topic) => (text.includes(topic) ? 1 : 0.1));
  return Float32Array.from([...counts, 0], (count) => count / Math.hypot(...counts));
};

function learnedIndexOf(indexed: readonly IndexedTool[]): ToolIndex {
  const index = indexOf(indexed);
  index.learn(new Map(index.wanted().map((text) => [text, topicsOf(text.toLowerCase())])));
  return index;
}

test("a message without any of its words finds a tool by what it means", () => {
  const index = learnedIndexOf(tools);
  const vector = topicsOf("weather");
  const [first] = index.search({ text: "shall I need gloves", vector }, options);
  expect(first?.name).toBe("utility_weather");
  expect(namesFor("shall I need gloves", index)).toEqual([]);
});

test("a tool that came later is found by its words until its vectors are there", () => {
  const index = learnedIndexOf(tools);
  index.add(describeTool("glove_knit", "Knit gloves"));
  const vector = Float32Array.from([0, 0, 0, 1]);
  const first = () => index.search({ text: "knit me gloves", vector }, options)[0]?.name;
  expect(first()).toBe("glove_knit");
  index.learn(new Map(index.wanted().map((text) => [text, topicsOf(text)])));
  expect(first()).toBe("glove_knit");
  expect(index.wanted()).toEqual([]);
});

test("what people say for a tool finds it, in any language", () => {
  const cook = { ...describeTool("soup_cook", "Prepare a meal"), utterances: ["uštrikuj polévku"] };
  expect(namesFor("polévku, prosím", indexOf([...tools, cook]))).toEqual(["soup_cook"]);
});

test("a word that is written together or misspelt finds a tool by its pieces", () => {
  const index = indexOf([...tools, describeTool("dishwasher_run", "Wash the dishes")]);
  expect(namesFor("dishwashing", index)[0]).toBe("dishwasher_run");
});
