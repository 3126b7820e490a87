import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { FACT_KINDS, FACT_TIERS } from "../../store/search/facts.ts";
import { MAX_FACTS } from "./render-request.ts";

const MAX_CHARS = 400;

const proposal = z.strictObject({
  kind: z.enum(FACT_KINDS),
  tier: z.enum(FACT_TIERS),
  text: z.string().trim().min(1).max(MAX_CHARS),
  subject: z.string().trim().min(1).max(80).nullish(),
  evidence: z.array(z.int().min(1)).min(1).max(50),
  same: z.string().nullish(),
  replaces: z.array(z.string()).max(10).nullish(),
});

const answer = z.strictObject({ facts: z.array(z.unknown()).max(MAX_FACTS) });

/** A fact as a model words it; its references are not checked yet. */
export type Proposal = z.output<typeof proposal>;

export interface ParsedAnswer {
  readonly proposals: readonly Proposal[];
  /** Number of facts, or whole responses, that did not have the requested form. */
  readonly malformed: number;
}

/** Parses a response strictly: anything not in the requested form is dropped. */
export function parseAnswer(text: string): ParsedAnswer {
  const read = answer.safeParse(parseJson(withoutFence(text))?.value);
  if (!read.success) return { proposals: [], malformed: 1 };
  const parsed = read.data.facts.map((one) => proposal.safeParse(one));
  const proposals = parsed.flatMap(({ data }) => (data ? [data] : []));
  return { proposals, malformed: parsed.length - proposals.length };
}

/** Removes the code fence that many models put around JSON despite instructions. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
}
