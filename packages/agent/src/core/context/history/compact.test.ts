import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import { modelError } from "../../../llm/model-error.ts";
import { type Script, scriptedModel } from "../../../llm/testing/scripted-model.ts";
import type { TurnHistory } from "../../../store/turns/turns.ts";
import { stepRow } from "../../testing/rows.ts";
import { compact } from "./compact.ts";

const usage = { inputTokens: 9, cachedTokens: 0, outputTokens: 3 };

const turns = Array.from({ length: 30 }, (_, index): TurnHistory => ({
  turn: toId(`t${index}`),
  steps: [stepRow({ input: `question ${index}`, text: "an answer in some words" })],
}));

function compacted(script: Script | undefined, summary = "They met.") {
  const model = script && scriptedModel(script, { id: "small/1", contextTokens: 600 });
  const deps = { newId: () => "r", tokens: 100, signal: new AbortController().signal };
  const carry = { messages: 4, tokens: 500 };
  return compact({ summary, turns }, { ...deps, model, carry });
}

test("the newest turns stay, and a model sums up the others, part by part", async () => {
  const script = [
    { text: "Part one.", usage },
    { text: " All of it. ", usage },
  ];
  expect(await compacted(script)).toEqual({
    summary: "All of it.",
    carried: ["t28", "t29"],
    by: "model",
    spent: [
      { model: "small/1", usage },
      { model: "small/1", usage },
    ],
  });
});

test.each([
  { name: "fails", last: { error: modelError("server", { message: "broke" }) } },
  { name: "says nothing", last: { text: " " } },
  { name: "refuses", last: { text: "No.", stop: "refusal" as const } },
])("rules sum up where the model $name, and what was spent is kept", async ({ last }) => {
  const { by, summary, spent } = await compacted([{ text: "Part one.", usage }, last]);
  expect([by, spent[0]]).toEqual(["rules", { model: "small/1", usage }]);
  expect(summary).toMatch(/^They met\.\n- .*- Assistant: an answer in some words$/s);
});

const wordy = () => ({ text: "word ".repeat(900) });

test("a summary that is cut is the model's, and one that does not shrink is not used", async () => {
  expect(countTokens((await compacted(wordy)).summary)).toBeLessThanOrEqual(100);
  const few = turns.slice(0, 3);
  const model = scriptedModel(wordy);
  const deps = { newId: () => "r", tokens: 1000, signal: new AbortController().signal };
  const conversation = { summary: "", turns: few };
  const carry = { messages: 0, tokens: 0 };
  const short = await compact(conversation, { ...deps, model, carry });
  expect(short.by).toBe("rules");
  expect(countTokens(short.summary)).toBeLessThan(30);
});
