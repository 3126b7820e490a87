import { readFile } from "node:fs/promises";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../packages/agent/src/kernel/text/parse-json.ts";

export interface Conversation {
  readonly id: string;
  /** Turns in chronological order. */
  readonly turns: readonly ConversationTurn[];
  readonly questions: readonly Question[];
}

export interface ConversationTurn {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface Question {
  readonly text: string;
  readonly category: number;
  /** Ids of the turns that answer it, each once. */
  readonly evidence: readonly string[];
}

const TURN_MS = 60_000;

/** Category of questions about things that were never mentioned. */
const ADVERSARIAL = 5;

const turn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});

const file = z.array(
  z.object({
    sample_id: z.string(),
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(
      z.object({
        question: z.string(),
        category: z.int(),
        evidence: z.array(z.string()).default([]),
      }),
    ),
  }),
);

type Sample = z.output<typeof file>[number];

/**
 * Reads a file in the format of LoCoMo. Questions without evidence and adversarial ones are
 * left out; a file in which no question is left is `invalid`.
 */
export async function readConversations(path: string): Promise<readonly Conversation[]> {
  const samples = file.safeParse(parseJson(await readFile(path, "utf8"))?.value);
  if (!samples.success) {
    throw new Fault("invalid", `${path} is no LoCoMo file: ${z.prettifyError(samples.error)}`, {
      hint: "Give a JSON array of samples with sample_id, conversation and qa.",
    });
  }
  const conversations = samples.data.map(toConversation);
  if (conversations.every(({ questions }) => questions.length === 0)) {
    throw new Fault("invalid", `No question in ${path} names the turns that answer it.`, {
      hint: "Recall is measured against evidence: each question needs a list of dia_ids.",
    });
  }
  return conversations;
}

function toConversation({ sample_id: id, conversation, qa }: Sample): Conversation {
  const questions = qa
    .filter(({ category }) => category !== ADVERSARIAL)
    .map(({ question: text, category, evidence }) => ({
      text,
      category,
      evidence: [...new Set(evidence.flatMap(toIds))],
    }))
    .filter(({ evidence }) => evidence.length > 0);
  return { id, turns: [...readTurns(conversation)], questions };
}

/** Some entries name several turns; what names none is never found. */
function toIds(entry: string): readonly string[] {
  return entry.match(/D\d+:\d+/g) ?? [entry];
}

function* readTurns(conversation: Sample["conversation"]): Generator<ConversationTurn> {
  const sessions = Object.keys(conversation)
    .map((key) => Number(/^session_(\d+)$/.exec(key)?.[1]))
    .filter((number) => Number.isInteger(number))
    .toSorted((one, other) => one - other);
  for (const number of sessions) {
    const began = parseTime(z.string().parse(conversation[`session_${number}_date_time`]));
    const turns = z.array(turn).parse(conversation[`session_${number}`]);
    for (const [at, { dia_id: id, speaker, text, blip_caption: caption }] of turns.entries()) {
      const shown = caption === undefined ? text : `${text} [image: ${caption}]`;
      yield { id, speaker, text: shown, at: began + at * TURN_MS };
    }
  }
}

/** "1:56 pm on 8 May, 2023" */
function parseTime(text: string): number {
  const [, clock, half, date] = /^(\d+:\d+) ([ap]m) on (.+)$/.exec(text) ?? [];
  const instant = Date.parse(`${date} ${clock} ${half} UTC`);
  if (Number.isNaN(instant)) {
    throw new Fault("invalid", `"${text}" is no time of a session.`, {
      hint: 'Example: "1:56 pm on 8 May, 2023".',
    });
  }
  return instant;
}
