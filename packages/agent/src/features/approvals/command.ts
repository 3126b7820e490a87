import { Fault } from "@reeve/sdk";
import { parseJson } from "../../kernel/text/parse-json.ts";
import {
  approvals,
  type ApprovalView,
  type FeedbackView,
  type GrantView,
} from "@reeve/operations/work/approvals";
import { defineCommandLine, type ShowContext } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";
import { readTerms, TERM_OPTIONS } from "./read-terms.ts";

const VERDICT_OF = {
  allow: "allow",
  deny: "deny",
  edit: "allow",
  respond: "respond",
  revise: "revise",
} as const;

/** `reeve approvals`. */
export const approvalsCommand = defineCommandLine({
  command: "approvals",
  operations: approvals,
  former: { "--these": "--exact" },
  show: {
    list: ({ items }) => linesOf(items, toQuestion, "No pending approvals."),
    show: toDetails,
    decide: ({ outcome, warning }, shown) =>
      [toOutcome(outcome, shown), ...(warning === undefined ? [] : [warning])].join("\n"),
    feedback: ({ items }) => linesOf(items, toFeedback, "No decisions yet."),
    grants: ({ items }) => linesOf(items, toGrant, "There are no grants."),
    revoke: () => "Revoked. Such calls need approval again.",
  },
  options: { decide: TERM_OPTIONS },
  read: {
    decide({ verb, words: [id = "", ...words], options }) {
      const text = words.join(" ");
      const always = readTerms(options);
      return {
        id,
        verdict: verdictOf(verb),
        ...(verb === "edit" ? { args: argsIn(text, id) } : text !== "" && { reason: text }),
        ...(always && { always }),
      };
    },
  },
  fails: { decide: ({ outcome }) => outcome === "too-late" },
});

function verdictOf(verb: string) {
  const found = Object.entries(VERDICT_OF).find(([name]) => name === verb);
  if (found) return found[1];
  throw new Error(`No verdict is known for ${verb}`);
}

function argsIn(text: string, id: string): unknown {
  const args = parseJson(text);
  if (args) return args.value;
  throw new Fault("invalid", `Invalid JSON: ${text}`, {
    hint: `Put the arguments in quotes: reeve approvals edit ${id} '{"to":"Bob"}'`,
  });
}

function toOutcome(outcome: string, { isRunning }: ShowContext): string {
  if (outcome === "counted") return "Your approval is recorded. More approvals are needed.";
  if (outcome !== "recorded") return "This approval was already decided or has expired.";
  return isRunning ? "Recorded." : "Recorded. The agent continues when you start it: reeve start";
}

function toQuestion(one: ApprovalView): string {
  const { id, tool, args, preview, expiresAt, edits, needed, votes } = one;
  const changed = edits > 0 ? `, changed ${edits} times` : "";
  const counted = needed > 1 ? `, ${votes} of ${needed} approvals` : "";
  return `${id}\n  ${preview}\n  ${tool} ${JSON.stringify(args)}\n  until ${toDate(expiresAt)}${changed}${counted}`;
}

function toDetails(one: ApprovalView): string {
  return [
    `${one.id}  ${one.state}${one.reason === null ? "" : `: ${one.reason}`}`,
    `  ${one.preview}`,
    `  ${one.tool} ${JSON.stringify(one.args)}`,
    `  asked ${toDate(one.createdAt)}, until ${toDate(one.expiresAt)}`,
  ].join("\n");
}

function toFeedback({ at, tool, verdict, latencyMs }: FeedbackView): string {
  const seconds = Math.round(latencyMs / 1000);
  return `${toDate(at).slice(0, 16)}  ${tool.padEnd(24)} ${verdict.padEnd(8)} after ${seconds} s`;
}

function toGrant({
  id,
  tool,
  surface: channel,
  chat: externalId,
  argsHash,
  pattern = {},
  cap,
  until,
  warning,
}: GrantView) {
  const terms = [
    ...(argsHash === null ? [] : ["with the same arguments"]),
    ...Object.entries(pattern).map(([argument, glob]) => `${argument} is ${glob}`),
    ...(cap ? [`up to ${cap.perDay} of ${cap.argument} within 24 hours`] : []),
    ...(until === null ? [] : [`until ${toDate(until)}`]),
  ];
  const line = `${id}\n  ${tool} in ${channel}/${externalId}${terms.map((term) => `, ${term}`).join("")}`;
  return warning === undefined ? line : `${line}\n  ${warning}`;
}

function toDate(at: number): string {
  return new Date(at).toISOString();
}
