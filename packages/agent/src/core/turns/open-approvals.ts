import { type ApprovalId, toId } from "../../kernel/ids.ts";
import { uniqueSources } from "../../kernel/label.ts";
import type { Approval, QuestionSources } from "../../store/turns/approvals.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { callDigest } from "../approvals/call-digest.ts";
import { approvalPrompt } from "../approvals/questions/approval-prompt.ts";
import { listQuestions } from "../approvals/questions/list-questions.ts";
import { writeQuestion } from "../approvals/questions/write-question.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { GatedCall, GateVerdict } from "../turn-log.ts";
import type { LeasedTx } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";

type Question = Extract<GateVerdict, { readonly type: "ask" }>;

interface AskedCall {
  readonly call: StoredCall;
  readonly verdict: Question;
  readonly id: ApprovalId;
}

/** The most calls that one question is about. */
const MAX_BATCH = 10;

/** Opens a question for each call that waits; like calls share one. */
export async function openApprovals(
  leased: LeasedTx,
  turn: OpenTurn,
  {
    calls,
    asked,
    deps,
  }: {
    readonly calls: readonly StoredCall[];
    readonly asked: readonly GatedCall[];
    readonly deps: TurnDeps;
  },
): Promise<void> {
  const waiting = calls.flatMap((call, position): readonly AskedCall[] => {
    const verdict = asked[position]?.verdict;
    if (call.result?.type !== "pending" || verdict?.type !== "ask") return [];
    return [{ call, verdict, id: toId<"approval">(call.result.approval) }];
  });
  const batches: AskedCall[][] = [];
  for (const one of waiting) {
    const batch = isBatched(turn, one, deps)
      ? batches.findLast(([first]) => first?.call.tool === one.call.tool)
      : undefined;
    if (batch && batch.length < MAX_BATCH) batch.push(one);
    else batches.push([one]);
  }
  for (const [first, ...others] of batches) {
    if (!first) continue;
    await openApproval(leased, turn, { ...first, others, deps });
    for (const one of others) await openApproval(leased, turn, { ...one, batch: first.id, deps });
  }
}

/** A plan's step, a proposal and what two people have to allow are asked about one by one. */
function isBatched(
  { planStep }: OpenTurn,
  { call }: AskedCall,
  { toolbox, settings }: TurnDeps,
): boolean {
  const needed = settings.approversFor?.(call) ?? 1;
  return !planStep && needed === 1 && toolbox.get(call.tool)?.isProposal !== true;
}

async function openApproval(
  { tx, chat, now, emit: tell }: LeasedTx,
  turn: OpenTurn,
  {
    call,
    verdict,
    id,
    others = [],
    batch,
    deps,
  }: AskedCall & {
    /** Other calls that its question is about. */
    readonly others?: readonly AskedCall[];
    /** The question that is about this call, too. */
    readonly batch?: ApprovalId;
    readonly deps: TurnDeps;
  },
): Promise<void> {
  const { tool, args } = call;
  const together = [{ call, verdict }, ...others];
  const sources = joinSources(together.map((one) => one.verdict.sources));
  const { names } = verdict;
  const also = others.map((one) => ({
    approval: one.id,
    args: one.call.args,
    ...(one.verdict.names && { names: one.verdict.names }),
  }));
  const questions = together.map((one) => one.verdict.question);
  const named = together.map((one) => {
    const shown = { name: tool, args: one.call.args, names: one.verdict.names };
    return shown.names ? approvalPrompt(deps.toolbox.get(tool), shown) : one.verdict.question;
  });
  const expiresAt = now + deps.settings.approvalMs;
  const needed = deps.settings.approversFor?.(call) ?? 1;
  const revised = batch ? undefined : await revisedBy(tx, turn, { id, tool });
  await tx.approvals.add({
    id,
    call: call.id,
    chat: chat.id,
    tool,
    args,
    argsHash: call.argsHash,
    effect: call.effect,
    digest: callDigest(call),
    preview: writeQuestion({ what: listQuestions(questions, "en"), sources }, "en"),
    ...(sources && { sources }),
    ...(names && { names }),
    ...(also.length > 0 && { also }),
    ...(batch && { batch }),
    requester: turn.asker,
    createdAt: now,
    expiresAt,
    edits: revised ? revised.edits + 1 : 0,
    needed,
    revises: revised?.id ?? null,
    trace: turn.trace,
  });
  if (batch) return;
  tell({
    type: "approval-request",
    turn: turn.id,
    approval: id,
    tool,
    args,
    question: writeQuestion({ what: listQuestions(named, "en"), sources }, "en"),
    expires: expiresAt,
    ...(needed > 1 && { needed }),
  });
}

/** Returns the sources of several calls, each once. */
function joinSources(all: readonly (QuestionSources | undefined)[]): QuestionSources | undefined {
  const known = all.filter((one) => one !== undefined);
  const [first] = known;
  if (!first || known.length === 1) return first;
  return {
    because: uniqueSources(known.flatMap(({ because }) => because)),
    beside: uniqueSources(known.flatMap(({ beside }) => beside)),
    quote: known.find(({ quote }) => quote !== undefined)?.quote,
  };
}

/** Returns the question that was sent back for changes and that this one replaces: the first call of its tool does. */
async function revisedBy(
  tx: LeasedTx["tx"],
  turn: OpenTurn,
  { id, tool }: { id: ApprovalId; tool: string },
): Promise<Approval | undefined> {
  const body = (await tx.inbox.byId(turn.openedBy))?.body;
  if (body?.kind !== "decision" || body.verdict !== "revise") return undefined;
  const earlier = await tx.approvals.byId(toId(body.approval));
  if (earlier?.tool !== tool) return undefined;
  return (await tx.approvals.supersede(earlier.id, id)) ? earlier : undefined;
}
