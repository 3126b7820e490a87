import { z } from "zod";
import { foldText } from "../kernel/text/fold-text.ts";
import { plainText } from "../kernel/text/plain-text.ts";
import { createTermMatcher } from "../kernel/text/term-matcher.ts";

const terms = z.array(
  z
    .string()
    .max(100)
    .refine((term) => fold(term) !== "", 'it must be words, such as "casino" or "free money"'),
);

/** The `filters` section of the config. */
export const filtersConfig = z.object({
  blockMessages: terms
    .max(1000)
    .default([])
    .describe(
      "Words and phrases. A message, or a file in it, that contains one is not given to the model, and its sender gets one line that says so. Case and accents do not matter; * at the end matches any ending.",
    ),
  blockReplies: terms
    .max(1000)
    .default([])
    .describe("Words and phrases. A reply that contains one is withheld, and one line says so."),
  triggers: z
    .array(
      z.strictObject({
        words: terms.min(1).max(100).describe("Words and phrases that messages may contain."),
        text: z
          .string()
          .min(1)
          .max(4000)
          .describe("Text that the model reads with a message that contains one of the words."),
      }),
    )
    .max(100)
    .default([])
    .describe("Texts that the model reads only when a message mentions their subject."),
});

export type FiltersConfig = z.output<typeof filtersConfig>;

/** Reason of messages that contain a blocked word. */
export const BLOCKED_WORD = "blocked: it contains a word of filters.blockMessages";

/** Filters of texts. */
export interface Filters {
  readonly blocksMessage: (text: string) => boolean;
  readonly blocksReply: (text: string) => boolean;
  /** Whether a reply may be withheld: then nothing of it is shown before it is complete. */
  readonly screensReplies: boolean;
  /** Returns the texts that go with a message, in the order of the config. */
  readonly triggered: (text: string) => readonly string[];
}

/** Creates the filters of the config; undefined if none are set. */
export function createFilters({
  blockMessages,
  blockReplies,
  triggers,
}: FiltersConfig): Filters | undefined {
  if (blockMessages.length + blockReplies.length + triggers.length === 0) return undefined;
  const matchTriggers = createTermMatcher(
    triggers.flatMap(({ words }, value) => words.map((text) => ({ text: visible(text), value }))),
  );
  return {
    blocksMessage: matcherOf(blockMessages),
    blocksReply: matcherOf(blockReplies),
    screensReplies: blockReplies.length > 0,
    triggered(text) {
      const found = new Set(
        readings(text)
          .flatMap(matchTriggers)
          .map(({ value }) => value),
      );
      return triggers.flatMap((trigger, index) => (found.has(index) ? [trigger.text] : []));
    },
  };
}

function matcherOf(words: readonly string[]): (text: string) => boolean {
  const match = createTermMatcher(words.map((text) => ({ text: visible(text), value: true })));
  return (text) => words.length > 0 && readings(text).some((one) => match(one).length > 0);
}

/** Returns a text as it is written, and as people see it: formats of parts of a word must not divide it. */
function readings(text: string): readonly string[] {
  const written = visible(text);
  return [...new Set([written, plainText(written)].map(foldText))];
}

function fold(text: string): string {
  return foldText(visible(text));
}

/** Characters that nobody sees must not divide a word. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, "");
}
