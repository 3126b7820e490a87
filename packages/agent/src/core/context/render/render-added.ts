import type { AddedContext } from "../../../kernel/extension-hooks.ts";
import { type Label, labelOfSource, UNTAINTED } from "../../../kernel/label.ts";
import { toSingleLine } from "../../../kernel/text/truncate.ts";
import { truncateToTokens } from "../tokens/truncate-to-tokens.ts";
import type { RenderedRecall } from "./render-recall.ts";
import { sanitize } from "./sanitize.ts";

/**
 * Renders what plugins add to an input as blocks of context, within `tokens` in total. Each line is labeled with
 * its plugin, which is trusted as little as any tool.
 */
export function renderAdded(
  added: readonly AddedContext[],
  tokens: number,
): Pick<RenderedRecall, "text" | "labels" | "lineLabels"> {
  const share = Math.floor(tokens / Math.max(1, added.length));
  const blocks = added.flatMap(({ plugin, text }) => {
    const lines = linesOf(truncateToTokens(sanitize(text), share, "head"));
    const label: Label = labelOfSource({
      kind: "tool",
      where: `plugin ${plugin}`,
      integrity: "tool",
    });
    return lines.length === 0 ? [] : [{ lines, label }];
  });
  return {
    text: blocks
      .map(({ lines }) => `${HEAD}\n${lines.map((line) => `- ${line}`).join("\n")}\n</context>`)
      .join("\n"),
    labels: blocks.map(({ label }) => label),
    lineLabels: blocks.flatMap(({ lines }, index) => lines.map(() => index)),
  };
}

/** Renders texts of triggers within `tokens`: the owner wrote them. */
export function renderTriggered(
  texts: readonly string[],
  tokens: number,
): Pick<RenderedRecall, "text" | "labels" | "lineLabels"> {
  const lines = linesOf(truncateToTokens(sanitize(texts.join("\n")), tokens, "head"));
  if (lines.length === 0) return { text: "", labels: [], lineLabels: [] };
  return {
    text: `${TRIGGERED}\n${lines.join("\n")}\n</context>`,
    labels: [UNTAINTED],
    lineLabels: lines.map(() => 0),
  };
}

const TRIGGERED = '<context type="trigger" integrity="owner" audience="chat">';

/** Splits a text into lines that are not empty. */
export function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map(toSingleLine)
    .filter((line) => line !== "");
}

const HEAD = '<context type="plugin" integrity="tool" audience="chat">';

/** Joins blocks of context: the lines of the second come after those of the first. */
export function joinContext(
  one: RenderedRecall,
  other: Pick<RenderedRecall, "text" | "labels" | "lineLabels">,
): RenderedRecall {
  if (other.text === "") return one;
  return {
    text: one.text === "" ? other.text : `${one.text}\n${other.text}`,
    refs: one.refs,
    labels: [...one.labels, ...other.labels],
    lineLabels: [...one.lineLabels, ...other.lineLabels.map((place) => place + one.labels.length)],
  };
}
