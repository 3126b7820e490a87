import type { Rule, Scene } from "./rule.ts";
import { call, answerWith } from "./step.ts";
import { textOf } from "./read-value.ts";

/** Questions about what was said in this conversation. */
export const transcriptRules: readonly Rule[] = [
  {
    patterns: [/^(?:my name is|call me) (?<name>.+)$/i],
    answer: (match) => answerWith(`Nice to meet you, ${match("name")}.`),
  },
  {
    patterns: [/^(?:what(?:'s| is) my name|who am i|do you (?:know|remember) my name)$/i],
    answer: (_match, scene) => {
      const name = nameIn(scene);
      if (name) return answerWith(`Your name is ${name}.`);
      return call({ name: "memory_read", args: { target: "persistent" } }, (found) => {
        const line = textOf(found)
          .split("\n")
          .find((one) => /\bname\b/i.test(one));
        return answerWith(
          line ? `I remember: ${line.replace(/^[\s*-]+/, "")}` : "You have not told me yet.",
        );
      });
    },
  },
  {
    patterns: [
      /^what did i (?:just )?(?:say|ask|write|tell you)(?: before| last| just now| (?:a )?(?:moment|minute) ago)?$/i,
      /^what was my last (?:message|question)$/i,
    ],
    answer: (_match, { earlier }) => {
      const last = earlier.at(-1);
      return answerWith(
        last ? `You wrote: "${last}"` : "This is the first thing you wrote to me here.",
      );
    },
  },
  {
    patterns: [/^what did i (?:say|ask|write|tell you) about (?<topic>.+)$/i],
    answer: (match, { earlier }) => {
      const lines = linesAbout(match("topic"), earlier);
      return lines.length > 0
        ? answerWith(`You wrote: ${lines.map((line) => `"${line}"`).join(", ")}`)
        : undefined;
    },
  },
  {
    patterns: [
      /^what did you (?:just )?(?:say|answer|write)\b/i,
      /^(?:say that again|repeat that)$/i,
    ],
    answer: (_match, { lastAnswer }) =>
      answerWith(lastAnswer ? `I said: ${lastAnswer}` : "I have not said anything here yet."),
  },
];

function nameIn({ earlier }: Scene): string | undefined {
  return earlier
    .map((text) => /\b(?:my name is|call me) ([^\s.,!?][^.,!?\n]{0,60})/i.exec(text)?.[1]?.trim())
    .findLast((name) => name !== undefined);
}

function linesAbout(topic: string, texts: readonly string[]): string[] {
  const wanted = topic.toLowerCase();
  return texts.filter((text) => text.toLowerCase().includes(wanted)).slice(-3);
}
