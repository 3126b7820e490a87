import { textOf } from "./read-value.ts";
import type { Rule } from "./rule.ts";
import { call, answerWith, type Step } from "./step.ts";

/** Too common to find anything by. */
const COMMON = new Set(
  "a an the my your our his her its of in on at for to and or is are was about with do does did i me you we it that this what which".split(
    " ",
  ),
);

/** Remembering, and saying what is remembered. */
export const memoryRules: readonly Rule[] = [
  {
    patterns: [
      /^(?:do you remember|what do you (?:know|remember)|what(?:'s| is) (?:stored|written|saved))(?: (?:about|of|on|regarding) (?:me|us|everything)| in (?:your )?memory)?$/i,
      /^(?:show|read|list)(?: me)? (?:your |my |the )?memor(?:y|ies)$/i,
    ],
    answer: () => recall(""),
  },
  {
    patterns: [
      /^(?:what|anything) (?:do|did) (?:you|i) (?:know|remember|tell you|say) (?:about|of|on|regarding) (?<topic>.+)$/i,
      /^do you (?:remember|know|recall) (?:anything |something |what i (?:said|told you) )?(?:about |of )?(?<topic>.+)$/i,
      /^(?:recall|tell me) (?:what you (?:know|remember) about|everything about) (?<topic>.+)$/i,
    ],
    answer: (match) => recall(match("topic")),
  },
  {
    patterns: [
      /^(?:remember|memori[sz]e|keep in mind|don'?t forget|never forget|learn)(?: for me)?(?: that|:|,)? (?<fact>[\s\S]+)$/i,
      /^(?:save|write|put|store) (?:this |that )?(?:to|in|into) (?:your )?memory(?: that|:|,)? (?<fact>[\s\S]+)$/i,
    ],
    answer: (match) => {
      const content = match("fact");
      return call({ name: "memory_write", args: { target: "persistent", content } }, () =>
        answerWith(`I will remember that: ${content}`),
      );
    },
  },
];

function recall(topic: string): Step {
  return call({ name: "memory_read", args: { target: "persistent" } }, (found) => {
    const lines = textOf(found)
      .split("\n")
      .map((line) => line.replace(/^[\s*-]+/, "").trim())
      .filter((line) => line !== "" && !line.startsWith("#"));
    if (lines.length === 0) return answerWith("I do not remember anything yet.");
    if (topic === "") return answerWith(`I remember:\n\n${bullets(lines.slice(-20))}`);

    const matching = linesAbout(topic, lines);
    if (matching.length === 0) return answerWith(`I remember nothing about ${topic}.`);
    return answerWith(`About ${topic} I remember:\n\n${bullets(matching.slice(-20))}`);
  });
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** The lines that hold any of the topic's words, in their order; a plural finds its singular. */
function linesAbout(topic: string, lines: readonly string[]): readonly string[] {
  const wanted = wordsOf(topic).map(toStem);
  return lines.filter((line) => {
    const held = new Set(wordsOf(line).map(toStem));
    return wanted.some((word) => held.has(word));
  });
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !COMMON.has(word));
}

function toStem(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word;
}
