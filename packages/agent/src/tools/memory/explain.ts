import type { FactMention } from "@reeve/operations/memory/facts";
import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Says why something is believed. */
export const memoryExplain = defineTool({
  name: "memory_explain",
  summary:
    "Explain why you believe a remembered fact: who said so, when and in which words, how far it can be trusted, " +
    "and what it replaced. Find its id with memory_search.",
  effect: "read",
  scope: "dm-only",
  access: "member",
  resultOrigin: "services",
  needs: ["facts"],
  utterances: [
    "how do you know that?",
    "who told you that I moved to Porto?",
    "why do you think I'm allergic to nuts?",
    "where did you get this fact from, and when?",
    "what did you believe before about my job?",
    "Woher weißt du das über mich?",
    "d'où tiens-tu cette information sur moi ?",
    "¿por qué crees que soy vegetariano?",
    "откуда ты это знаешь обо мне?",
    "你怎么知道我的这件事？",
  ],
  params: z.object({
    id: z.string().trim().min(1).max(100).describe("The fact's id, from memory_search."),
  }),

  async run({ id }, { facts }) {
    const { since, until, evidence, replaced, replacedBy, ...fact } = await facts.explain(id);
    return {
      ...fact,
      ...spanOf({ since, until }),
      evidence: evidence.map(({ at, ...source }) => ({ ...source, at: toTime(at) })),
      replaced: replaced.map(toMention),
      ...(replacedBy && { replacedBy: toMention(replacedBy) }),
    };
  },
});

function toMention({ id, text, since, until }: FactMention) {
  return { id, text, ...spanOf({ since, until }) };
}

function spanOf({ since, until }: Pick<FactMention, "since" | "until">) {
  return { since: toTime(since), ...(until !== undefined && { until: toTime(until) }) };
}

function toTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}
