import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TelegramPart } from "./message.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderRich } from "./render-rich.ts";
import { type Answer, anyAnswer, anyProse, anySoup, sourceOf } from "./testing/any-answer.ts";
import { checkEntities } from "./testing/check-entities.ts";

const RUNS = process.env["PROVE"] === "all" ? 10_000 : 400;
const options = { numRuns: RUNS, seed: 8 };
const TIMEOUT_MS = 300_000;

/** Which of Telegram's rules the parts break. */
function brokenBy(parts: readonly TelegramPart[]) {
  return parts.flatMap((part) => (part.type === "text" ? checkEntities(part) : []));
}

/**
 * Returns the visible text of all parts, without characters that replace Markdown's, and with runs of space
 * collapsed.
 */
function seen(...texts: readonly string[]): string {
  return texts
    .join("\n")
    .replaceAll(/^ *[•☐☑] |^─[─┼]*$|^———$/gm, "")
    .replaceAll(" │ ", " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function textsOf(parts: readonly TelegramPart[]): readonly string[] {
  return parts.map(({ text }) => text);
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{Extended_Pictographic}]/gu, "");
}

/** Reads the visible text in the HTML of a rich message. */
function read(html: string): string {
  const numbers: (number | undefined)[] = [];
  return html
    .replaceAll(/<(\/?[a-z\d-]+)([^>]*)>/g, (_whole, tag: string, attributes: string) => {
      if (tag === "ul") numbers.push(undefined);
      if (tag === "ol") numbers.push(Number(/start="(\d+)"/.exec(attributes)?.[1] ?? 1));
      if (tag === "/ul" || tag === "/ol") numbers.pop();
      if (tag === "li") return `\n${nextNumber(numbers)}`;
      return /^\/?(?:p|h\d|pre|blockquote|ul|ol|li|br|hr)$/.test(tag) ? "\n" : "";
    })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function nextNumber(numbers: (number | undefined)[]): string {
  const number = numbers.pop();
  numbers.push(number === undefined ? undefined : number + 1);
  return number === undefined ? "" : `${number}. `;
}

const shownBy = (answer: Answer) => seen(...answer.map(({ shown }) => shown));
const plainBy = (answer: Answer) => seen(...answer.map(({ plain }) => plain));

test(
  "every answer is taken by Telegram, and shows what its source shows",
  () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const parts = renderMarkdown(sourceOf(answer));
        expect(brokenBy(parts)).toEqual([]);
        expect(seen(...textsOf(parts))).toBe(shownBy(answer));
      }),
      options,
    );
  },
  TIMEOUT_MS,
);

test(
  "a rich message shows what its source shows",
  () => {
    fc.assert(
      fc.property(anyProse, (answer) => {
        const rich = renderRich(sourceOf(answer));
        expect(seen(read(rich?.html ?? ""))).toBe(shownBy(answer));
      }),
      options,
    );
  },
  TIMEOUT_MS,
);

test(
  "with plain links nothing is linked, and every address is seen",
  () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const parts = renderMarkdown(sourceOf(answer), { links: "plain", longCode: "split" });
        expect(brokenBy(parts)).toEqual([]);
        expect(parts.filter((part) => part.type !== "text" || hasLink(part))).toEqual([]);
        expect(seen(...textsOf(parts))).toBe(plainBy(answer));
      }),
      options,
    );
  },
  TIMEOUT_MS,
);

test(
  "an answer that is cut off anywhere is taken by Telegram, and what was complete is shown",
  () => {
    fc.assert(
      fc.property(anyAnswer, fc.double({ min: 0, max: 1, noNaN: true }), (answer, share) => {
        const source = sourceOf(answer);
        const cut = Math.floor(source.length * share);
        const parts = renderMarkdown(source.slice(0, cut));
        expect(brokenBy(parts)).toEqual([]);
        const complete = answer.filter(
          (_, index) => sourceOf(answer.slice(0, index + 2)).length < cut,
        );
        expect(seen(...textsOf(parts)).startsWith(shownBy(complete))).toBe(true);
      }),
      options,
    );
  },
  TIMEOUT_MS,
);

test(
  "signs of Markdown in any order are taken by Telegram, and hide no letter",
  () => {
    fc.assert(
      fc.property(anySoup, (source) => {
        const parts = renderMarkdown(source, { links: "plain" });
        expect(brokenBy(parts)).toEqual([]);
        expect(lettersOf(textsOf(parts).join(""))).toBe(lettersOf(source));
      }),
      options,
    );
  },
  TIMEOUT_MS,
);

function hasLink({ entities }: Extract<TelegramPart, { type: "text" }>): boolean {
  return entities.some(({ type }) => type === "text_link");
}
