import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/parse-json.ts";
import { type Ask, askAgent } from "../ask-agent.ts";
import type { CommandParts } from "../command.ts";
import { readArgs } from "../read-args.ts";
import { tellFeedback } from "./approvals/feedback.ts";
import { runGrants } from "./approvals/grants.ts";
import { showApproval } from "./approvals/show.ts";
import { readTerms, TERM_OPTIONS } from "./approvals/read-terms.ts";

const approvals = z.array(
  z.object({
    id: z.string(),
    tool: z.string(),
    args: z.unknown(),
    preview: z.string(),
    state: z.string(),
    expiresAt: z.number(),
    edits: z.number(),
    needed: z.number(),
    votes: z.number(),
  }),
);

/** What each answer becomes, and what may follow the approval's id. */
const ANSWERS: Readonly<Record<string, string>> = {
  allow: "allow",
  deny: "deny",
  edit: "allow",
  respond: "respond",
  revise: "revise",
};

/**
 * `reeve approvals`: lists what waits for a decision, or decides: `allow <id>`,
 * `deny <id> [reason]`, `edit <id> <JSON>`, `revise <id> <how>`, `respond <id> <answer>`.
 * `show <id>` tells of one, `feedback` how all were answered. `grants` lists what was allowed for good, `grants revoke <id>` takes one back.
 */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const { values, positionals } = readArgs(args, { ...TERM_OPTIONS });
  const form = values.json ? "json" : "text";
  const [verb, id, ...words] = positionals;
  return askAgent(parts, async (ask, { isRunning }) => {
    if (verb === "show") {
      parts.stdout.write(await showApproval(ask, id, form));
      return 0;
    }
    if (verb === "feedback") {
      parts.stdout.write(await tellFeedback(ask, form));
      return 0;
    }
    if (verb === undefined || verb === "grants") {
      const text =
        verb === undefined
          ? await list(ask, form)
          : await runGrants(ask, positionals.slice(1), form);
      parts.stdout.write(text);
      return 0;
    }
    const always = readTerms(values);
    const decision = { ...readDecision(verb, id, words), ...(always && { always }) };
    const { outcome } = z
      .object({ outcome: z.string() })
      .parse(await ask("approvals.decide", decision));
    parts.stdout.write(`${lineOf(outcome, isRunning ? "running" : "resting")}\n`);
    return outcome === "too-late" ? 1 : 0;
  });
}

function readDecision(verb: string, id: string | undefined, words: readonly string[]) {
  const verdict = ANSWERS[verb];
  if (verdict === undefined || id === undefined)
    throw new Fault("invalid", `Not a decision: ${[verb, id, ...words].join(" ").trim()}`, {
      hint: "Write it like: reeve approvals allow <id>",
    });
  const text = words.join(" ");
  if (verb !== "edit") return { approval: id, verdict, ...(text !== "" && { reason: text }) };
  const args = parseJson(text);
  if (!args)
    throw new Fault("invalid", `Not JSON: ${text}`, {
      hint: `Write the arguments in quotes: reeve approvals edit ${id} '{"to":"Bob"}'`,
    });
  return { approval: id, verdict, args: args.value };
}

function lineOf(outcome: string, agent: "running" | "resting"): string {
  if (outcome === "counted") return "Counted. Others have to allow it, too.";
  if (outcome !== "recorded") return "This was decided already, or has expired.";
  return agent === "running" ? "Noted." : "Noted. The agent goes on when it runs: reeve start";
}

async function list(ask: Ask, form: "json" | "text"): Promise<string> {
  const all = approvals.parse(await ask("approvals.list", {}));
  const open = all.filter(({ state }) => state === "pending");
  if (form === "json") return `${JSON.stringify(open)}\n`;
  if (open.length === 0) return "Nothing is waiting for a decision.\n";
  return open
    .map(
      ({ id, tool, args, preview, expiresAt, edits, needed, votes }) =>
        `${id}\n  ${preview}\n  ${tool} ${JSON.stringify(args)}\n  until ${new Date(expiresAt).toISOString()}${edits > 0 ? `, changed ${edits} times` : ""}${needed > 1 ? `, ${votes} of ${needed} allow it` : ""}\n`,
    )
    .join("");
}
