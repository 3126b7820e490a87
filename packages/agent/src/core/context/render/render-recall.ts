import { toSingleLine } from "../../../kernel/text/truncate.ts";
import { toLocalTime } from "when-in-words/local-time";
import type { Integrity, Label, Source } from "../../../kernel/label.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import { nameOf } from "./name-of.ts";
import { sanitize } from "./sanitize.ts";

/** One text that goes along with an input, because it may bear on it. */
export interface RecalledText {
  /** The same for the same text; what a session was told once is not told again. */
  readonly ref: string;
  readonly kind: RecalledKind;
  readonly text: string;
  /** Author, or the file it is in; null if none is named. */
  readonly by: string | null;
  readonly at: number;
  readonly integrity: Integrity;
  /** Audience in a word: `owner`, `person`, `chat`. */
  readonly audience: string;
  /** The same as labels say it. */
  readonly seenBy?: string | undefined;
  /** Sources that shaped it; none: the owner alone. */
  readonly sources?: readonly Source[] | undefined;
}

/** In the order in which blocks stand. */
export const RECALLED_KINDS = [
  "recent-messages",
  "knowledge",
  "facts",
  "notes",
  "sessions",
  "feed",
] as const;

export type RecalledKind = (typeof RECALLED_KINDS)[number];

export interface RenderedRecall {
  /** Blocks of context; empty when nothing fits. */
  readonly text: string;
  /** Ids of what it contains. */
  readonly refs: readonly string[];
  /** Labels of what it contains, each once. */
  readonly labels: readonly Label[];
  /** The label of each line between the tags, as its place in `labels`. */
  readonly lineLabels: readonly number[];
}

/** One text takes no more than this share of the budget. */
const MAX_SHARE = 0.4;
const BLOCK_TOKENS = 24;

/**
 * Renders recalled texts as blocks with their labels, within `tokens`. They come in
 * order of worth: what does not fit is left out, and less worthy ones that fit are not.
 */
export function renderRecall(
  texts: readonly RecalledText[],
  { tokens, timeZone }: { tokens: number; timeZone: string },
): RenderedRecall {
  const kept = fitTexts(withoutRepeats(texts), { tokens, timeZone });
  const blocks = RECALLED_KINDS.flatMap((kind) => {
    const ofKind = kept.filter(({ text }) => text.kind === kind);
    return [...Map.groupBy(ofKind, ({ text }) => headOf(text))].map(([head, lines]) => ({
      head: `<context type="${kind}" ${head}>`,
      lines: inOrder(kind, lines),
    }));
  });
  const written = blocks.map(
    ({ head, lines }) => `${head}\n${lines.map(({ line }) => line).join("\n")}\n</context>`,
  );
  return {
    text: written.join("\n"),
    refs: kept.map(({ text }) => text.ref),
    ...labelsOf(blocks.flatMap(({ lines }) => lines)),
  };
}

/**
 * Returns the labels of the lines. Everyone who sees the chat may see them: they were searched as they may
 * search.
 */
function labelsOf(lines: readonly Line[]): Pick<RenderedRecall, "labels" | "lineLabels"> {
  const labels: Label[] = [];
  const places = new Map<string, number>();
  const lineLabels = lines.map(({ text: { integrity, seenBy: audience = "all", sources } }) => {
    const label: Label = { integrity, audience, ...(sources && { sources }) };
    const key = JSON.stringify(label);
    const place = places.get(key) ?? labels.push(label) - 1;
    places.set(key, place);
    return place;
  });
  return { labels, lineLabels };
}

interface Line {
  readonly text: RecalledText;
  readonly line: string;
}

function fitTexts(
  texts: readonly RecalledText[],
  { tokens, timeZone }: { tokens: number; timeZone: string },
): readonly Line[] {
  const blocks = new Set<string>();
  const kept: Line[] = [];
  let left = tokens;
  for (const text of texts) {
    const line = renderLine(text, timeZone);
    const block = `${text.kind} ${headOf(text)}`;
    const cost = countTokens(line) + 1 + (blocks.has(block) ? 0 : BLOCK_TOKENS);
    if (cost > left || cost > tokens * MAX_SHARE + BLOCK_TOKENS) continue;
    left -= cost;
    blocks.add(block);
    kept.push({ text, line });
  }
  return kept;
}

/** Memory may hold the same words in two chats: the worthier is told. A chat is told as it was. */
function withoutRepeats(texts: readonly RecalledText[]): readonly RecalledText[] {
  const seen = new Set<string>();
  return texts.filter(({ kind, text, ref }) => {
    if (kind === "recent-messages") return true;
    const words = toSingleLine(text).toLowerCase();
    if (words === "" || seen.has(words) || seen.has(ref)) return false;
    seen.add(words).add(ref);
    return true;
  });
}

function renderLine({ text, by, at, kind }: RecalledText, timeZone: string): string {
  const { date, time } = toLocalTime(at, timeZone);
  const when = kind === "knowledge" ? [] : [`${date} ${time}`];
  const head = [...when, ...(by ? [nameOf(by)] : [])].join(" ");
  const line = toSingleLine(sanitize(text));
  return head === "" ? `- ${line}` : `[${head}] ${line}`;
}

function headOf({ integrity, audience }: RecalledText): string {
  return `integrity="${integrity}" audience="${audience}"`;
}

/** A chat is told as it went, whatever the clocks of those who wrote; all else by its date. */
function inOrder(kind: RecalledKind, lines: readonly Line[]): readonly Line[] {
  if (kind === "recent-messages") return lines.toReversed();
  return lines.toSorted((one, other) => one.text.at - other.text.at);
}
