import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ClientDecision } from "./frame-client.ts";
import type { ApprovalView } from "@reeve/operations/work/approvals";
import { sanitize } from "./sanitize.ts";
import { paint } from "./style.ts";

/** A tool call that waits for an approval. */
export interface Question {
  readonly approval: string;
  readonly tool: string;
  readonly args: unknown;
  readonly question: string;
  /** Number of people who must allow it. Default: one. */
  readonly needed?: number | undefined;
  /** Requester and chat of the approval; undefined if it was requested in this chat. */
  readonly asked?: string | undefined;
}

/** Meaning of an entered line while an approval is open. */
export type Answer =
  | { readonly type: "decide"; readonly decision: ClientDecision }
  /** Let the person change this JSON, then read the line again. */
  | { readonly type: "edit"; readonly json: string; readonly complaint?: string }
  | { readonly type: "keep-asking" };

/** Open approvals, oldest first; one is shown at a time. */
export interface Questions {
  open(question: Question): void;
  /** Removes an approval, wherever it was decided. */
  close(approval: string): void;
  readonly current: Question | undefined;
  readonly isEditing: boolean;
  /** Reads a line; undefined if it is a message and not an answer. */
  read(line: string): Answer | undefined;
}

export function createQuestions(): Questions {
  const waiting = new Map<string, Question>();
  let edited: string | undefined;
  const first = () => waiting.values().next().value;
  const isEditing = () => edited !== undefined && edited === first()?.approval;

  return {
    open(question) {
      if (!waiting.has(question.approval)) waiting.set(question.approval, question);
    },
    close(approval) {
      waiting.delete(approval);
      if (edited === approval) edited = undefined;
    },
    get current() {
      return first();
    },
    get isEditing() {
      return isEditing();
    },
    read(line) {
      const question = first();
      if (!question) return undefined;
      if (isEditing()) {
        const answer = readArguments(line, question.approval);
        if (answer.type !== "edit") edited = undefined;
        return answer;
      }
      const answer = readAnswer(line, question);
      if (answer?.type === "edit") edited = question.approval;
      return answer;
    },
  };
}

/** Returns the rows of an approval, with the whole call. */
export function questionRows({ tool, args, question, needed = 1, asked }: Question): string[] {
  const [first = "", ...more] = question.split("\n").map(sanitize);
  return [
    `${paint("yellow", "?")} ${paint("bold", first)}`,
    ...more.map((row) => `  ${row}`),
    `  ${sanitize(tool)} ${sanitize(JSON.stringify(args))}`,
    ...(asked === undefined ? [] : [paint("dim", `  requested by ${sanitize(asked)}`)]),
    ...(needed > 1 ? [paint("dim", `  needs ${needed} approvals`)] : []),
    paint("dim", "  (a)llow · (d)eny why · (e)dit · (r)evise how · (s)ay what · al(w)ays"),
  ];
}

/** Converts open approvals to questions, oldest first. */
export function readQuestions(open: readonly ApprovalView[]): Question[] {
  return open
    .map(({ id, tool, args, preview, needed }) => ({
      approval: id,
      tool,
      args,
      question: preview,
      needed,
    }))
    .toReversed();
}

function readAnswer(line: string, { approval, args }: Question): Answer | undefined {
  const [, word = "", rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const decide = (decision: Omit<ClientDecision, "approval">): Answer => ({
    type: "decide",
    decision: { approval, ...decision },
  });
  if (/^(?:d|deny|n|no)$/i.test(word)) {
    return decide(rest ? { verdict: "deny", reason: rest } : { verdict: "deny" });
  }
  if (rest !== "" && /^(?:r|revise)$/i.test(word))
    return decide({ verdict: "revise", reason: rest });
  if (rest !== "" && /^(?:s|say|respond)$/i.test(word))
    return decide({ verdict: "respond", reason: rest });
  if (rest !== "") return undefined;
  if (/^(?:a|allow|y|yes)$/i.test(word)) return decide({ verdict: "allow" });
  if (/^(?:w|always)$/i.test(word)) return decide({ verdict: "allow", always: true });
  if (/^(?:e|edit)$/i.test(word)) return { type: "edit", json: JSON.stringify(args) };
  return undefined;
}

function readArguments(line: string, approval: string): Answer {
  if (line.trim() === "") return { type: "keep-asking" };
  const parsed = parseJson(line);
  if (!parsed) return { type: "edit", json: line, complaint: "Invalid JSON." };
  return { type: "decide", decision: { approval, verdict: "allow", args: parsed.value } };
}
