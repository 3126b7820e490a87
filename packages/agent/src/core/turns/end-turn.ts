import { closeReservations } from "../../domains/limits.ts";
import type { InboxId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";
import type { Language } from "../../kernel/languages.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import { texts } from "../../platform/texts.ts";
import type { InboxRow, TerminalState } from "../../store/messages/inbox.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Step, StoredCall, Turn } from "../../store/turns/turns.ts";
import type { UnsettledUsage, TurnOutcome } from "../turn-log.ts";
import { recordOf } from "../call-record.ts";
import type { OpenTurn } from "../open-turn.ts";
import { announceResults } from "../approvals/questions/announce.ts";
import { originalPrompt } from "../approvals/questions/localize-prompt.ts";
import { repeatsResult, type ReportedCall } from "../approvals/questions/repeats-result.ts";
import { doneIn } from "../approvals/questions/result-line.ts";
import { withEdits } from "../approvals/questions/with-edits.ts";
import { saveReply } from "../delivery/enqueue-reply.ts";
import { builtinText } from "../delivery/builtin-text.ts";
import { advancePlan } from "../plans/advance-plan.ts";
import { type PlanFailure, planFailure } from "../plans/plan-failure.ts";
import { textPart } from "../text-part.ts";
import { isMessage, isScheduled } from "./choose-batch.ts";
import type { LeasedTx } from "./commit-with-lease.ts";
import { MAX_RULES, rejectedRules } from "./operations/save-rules.ts";
import { recordExtraUsage } from "./sessions/continue-in-new-session.ts";
import type { TurnDeps } from "./deps.ts";
import { approvalsOfCalls } from "./approvals-of-calls.ts";
import { auditCalls } from "./audit-calls.ts";
import { settleOpenNested } from "./nested-calls.ts";
import { settleStep, storeResponse } from "./settle-step.ts";
import { markSpoken } from "./mark-spoken.ts";

/**
 * Ends a turn inside a commit: unsettled calls get a result, every message its
 * terminal state, replies go into the outbox, the chat is free.
 *
 * A raised fence turns every ending into a cancellation: who was told to stop
 * does not answer afterwards. What an answer cost that is thrown away is kept.
 */
export async function endTurn(
  leased: LeasedTx,
  turn: OpenTurn,
  { ending: wanted, deps }: { ending: TurnOutcome; deps: TurnDeps },
): Promise<void> {
  const { tx, chat, now } = leased;
  const ending: TurnOutcome =
    chat.fence === turn.fence ? wanted : { type: "cancelled", cost: costOf(wanted) };
  const ended = await settleLastStep(leased, turn, { ending, deps });
  await closeReservations(tx.limits, turn.id, reservationEnd(turn, ending));
  const { language } = await deps.localeOf(tx, chat);
  const close = await closingOf(leased, ended, { ending, language });
  const label = labelOf(wanted);

  const rows = await tx.inbox.ofTurn(turn.id);
  await settleMessages(leased, turn, { close, rows });
  await closeTranscript(leased, ended, { close, deps });
  const approvals = await approvalsOf(leased, ended, { language, deps });
  // The text of a plan step is posted with the plan.
  const isSaid =
    !turn.planStep &&
    !isSilent(turn, close) &&
    !(await isRepetition(leased, turn, { close, rows, language, deps }));
  const said = isSaid ? aloud(close, rows, { chat, deps }) : [];
  const record = undoneIn(turn, { close, language });
  const rules = await rulesToldOf(leased, { close, rows, language });
  const reply = [...said, ...record, ...approvals, ...rules];
  const incident = ending.type === "failed" ? ending.incident : null;
  const { state } = close;
  const isToLearnFrom =
    state === "settled" &&
    mayTeach(rows, deps) &&
    (await tx.forgetting.archiveOf(chat.id)) === "on";
  if (turn.waiting) await tx.modelWaits.remove(turn.id);
  if (turn.failures) await tx.work.remove("turn", turn.id);
  await tx.turns.end(turn.id, { state, endedAt: now, incident, label, isToLearnFrom });
  // Behind the label of the turn, which its words have in the history.
  await saveReply(tx, chat, { ...deps, messageId: turn.id, reply, turn: turn.id, at: now });
  await tx.sessions.count(turn.session, { turn: turn.id, messages: rows.length });
  leased.emit({
    type: "turn-end",
    turn: turn.id,
    outcome: close.outcome,
    reply,
    ...(incident && { incident }),
  });
  await endStep(leased, ended, { close, label, language, deps });
  leased.release(now);
}

/** An answer as it is said where its channel can speak. */
function aloud(
  { reply, outcome }: Close,
  rows: readonly InboxRow[],
  { chat, deps }: { readonly chat: Chat; readonly deps: TurnDeps },
): readonly ReplyPart[] {
  const { speaking } = deps;
  if (outcome !== "answered" || !speaking?.canSpeak(chat.channel)) return reply;
  return markSpoken(reply, rows, speaking);
}

/** Whether a job has nothing to report. */
function isSilent({ scheduled }: OpenTurn, { reply }: Close): boolean {
  const [part, ...more] = reply;
  if (part?.type !== "text" || more.length > 0) return false;
  return part.text.trim() === scheduled?.silentWord;
}

/**
 * Whether the reply to a decision says only what its question shows now: what the call came to. The reply to
 * a call that finds something out, or to a message that joined the turn, is an answer.
 */
async function isRepetition(
  { tx, chat }: LeasedTx,
  { steps: [decision, ...steps] }: OpenTurn,
  {
    close,
    rows,
    language,
    deps,
  }: { close: Close; rows: readonly InboxRow[]; language: Language; deps: TurnDeps },
): Promise<boolean> {
  const [part, ...more] = close.reply;
  if (decision?.kind !== "decision" || part?.type !== "text" || more.length > 0) return false;
  if (!deps.isPush(chat.channel) || steps.some(({ calls }) => calls.length > 0)) return false;
  if (rows.some(isMessage)) return false;
  const reported: ReportedCall[] = [];
  for (const { origin, effect, result } of decision.calls) {
    const approval = origin ? await tx.approvals.byId(origin) : undefined;
    if (!approval || effect === "read" || effect === "exec") return false;
    const { args, names, tool: name } = approval;
    const line = doneIn({ args, names, result }, { tool: deps.toolbox.get(name), language });
    if (typeof line !== "string") return false;
    reported.push({ line, values: [args, names] });
  }
  return repeatsResult(part.text, reported, language);
}

/** Returns the calls that a job did not carry out: nobody watched it, and its model may say otherwise. */
function undoneIn(
  { scheduled, steps }: OpenTurn,
  { close, language }: { readonly close: Close; readonly language: Language },
): readonly ReplyPart[] {
  // A job that is one call has the outcome of its call as the reply.
  const isTold = !scheduled || scheduled.hook !== undefined || scheduled.call !== undefined;
  if (isTold || close.outcome !== "answered") return [];
  const calls = steps.flatMap((step) => step.calls);
  const { done, undone } = recordOf(calls, language);
  if (undone.length === 0) return [];
  const { call } = texts(language).turns;
  const others = done.length > 0 ? [call.done({ tools: done.join(", ") })] : [];
  const text = [call.undone, ...undone.map((why) => `- ${why}`), ...others].join("\n");
  return [{ type: "notice", code: "failed", text }];
}

/** A turn that belonged to a step of a plan moves the plan on. */
async function endStep(
  leased: LeasedTx,
  turn: OpenTurn,
  {
    close,
    label,
    language,
    deps,
  }: { close: Close; label: Label | undefined; language: Language; deps: TurnDeps },
): Promise<void> {
  const { planStep: of } = turn;
  const opener = of && (await leased.tx.inbox.byId(turn.openedBy))?.body;
  if (!of || !opener) return;
  const text = close.reply.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const calls = turn.steps.flatMap((step) => step.calls);
  const broken = close.outcome === "answered" ? undefined : brokenBy(close, language);
  await advancePlan({ of, opener, calls, text, label, broken }, { ...leased, ...deps });
}

/** Why a step gave no answer. */
function brokenBy({ outcome, trouble }: Close, language: Language): PlanFailure {
  if (outcome === "interrupted") return planFailure(({ interrupted }) => interrupted, language);
  if (outcome === "stopped") return planFailure((troubles) => troubles.stopped, language);
  return trouble ?? planFailure(({ broke }) => broke, language);
}

/** Labels the reply of a turn like what it was made of. */
function labelOf(ending: TurnOutcome): Label | undefined {
  if (ending.type === "asked" || ending.type === "proposed") return ending.response.label;
  return ending.type === "answered" ? ending.label : undefined;
}

/**
 * Returns the end of a reservation for a request whose price stays unknown: it counts if the
 * request may have been answered.
 */
function reservationEnd({ isResumed }: OpenTurn, ending: TurnOutcome): "spent" | "free" {
  if (ending.type === "cancelled") return ending.cost ? "free" : "spent";
  return ending.type === "failed" && isResumed ? "spent" : "free";
}

function costOf(ending: TurnOutcome): UnsettledUsage | undefined {
  switch (ending.type) {
    case "answered":
      return { purpose: "think", spent: [...(ending.lost ?? []), ending] };
    case "asked":
      return { purpose: "think", spent: [...(ending.response.lost ?? []), ending.response] };
    case "proposed":
      return { purpose: "plan", spent: [...(ending.response.lost ?? []), ending.response] };
    case "cancelled":
    case "failed":
      return ending.cost;
    case "begun":
    case "exhausted":
      return undefined;
  }
}

function mayTeach(rows: readonly InboxRow[], { settings }: TurnDeps): boolean {
  const said = rows
    .filter(isMessage)
    .filter((row) => !isScheduled(row))
    .map(({ body }) => body.text);
  return said.length > 0 && (settings.isToLearnFrom?.(said) ?? false);
}

interface Close {
  readonly state: Exclude<Turn["state"], "running">;
  readonly outcome: "answered" | "failed" | "stopped" | "interrupted";
  /** State of the newest message; older ones are folded into it. */
  readonly newest: TerminalState | "queued";
  readonly reason: string | null;
  readonly reply: readonly ReplyPart[];
  /** Why there is no answer, where the reply says it. */
  readonly trouble?: PlanFailure;
  /** End of the transcript, beyond the model's own last words. */
  readonly remark?: Pick<Step, "input" | "text">;
}

async function closingOf(
  { tx }: LeasedTx,
  turn: OpenTurn,
  { ending, language }: { readonly ending: TurnOutcome; readonly language: Language },
): Promise<Close> {
  switch (ending.type) {
    case "answered":
      return answered(
        ending.own ? builtinText(ending.own, language) : (ending.reply ?? ending.text),
      );
    case "asked": {
      const questionIn = (of: Language) => texts(of).turns.stuck({ tool: ending.tool });
      return { ...answered(questionIn(language)), remark: { input: null, text: questionIn("en") } };
    }
    case "proposed":
      return { ...answered(""), remark: PROPOSED };
    case "begun":
      return answered("");
    case "failed": {
      const { line = failureLine(ending.incident, language) } = ending;
      const trouble = { reason: failureLine(ending.incident, "en"), told: line };
      return {
        state: "failed",
        outcome: "failed",
        newest: "failed",
        reason: ending.reason,
        reply: [{ type: "notice", code: "failed", text: trouble.told }],
        trouble,
        remark: { input: "[This could not be answered because of a failure.]", text: "" },
      };
    }
    case "exhausted":
      return {
        state: "failed",
        outcome: "failed",
        newest: "refused",
        reason: `exhausted: ${ending.reason}`,
        reply: [{ type: "notice", code: "exhausted", text: ending.line }],
        trouble: { reason: `a limit was reached: ${ending.reason}`, told: ending.line },
        remark: { input: "[This was not answered: a limit was reached.]", text: "" },
      };
    case "cancelled": {
      const row = await tx.turns.byId(turn.id);
      if (row?.cancel !== "interrupted") return stopped(language);
      // A step of a plan does not go on by itself.
      return turn.planStep ? { ...INTERRUPTED, remark: UNFINISHED } : INTERRUPTED;
    }
  }
}

function answered(text: string): Close {
  return {
    state: "settled",
    outcome: "answered",
    newest: "answered",
    reason: null,
    reply: text === "" ? [] : [textPart(text)],
  };
}

/** Words that the model reads of itself where none were asked of it. */
const PROPOSED = { input: null, text: "I made a proposal, which waits for an answer." } as const;

const UNFINISHED = {
  input: "[The user stopped this before it was finished. Go on with it only when asked to.]",
  text: "",
} as const;

function stopped(language: Language): Close {
  return {
    state: "cancelled",
    outcome: "stopped",
    newest: "withdrawn",
    reason: "stopped",
    reply: [{ type: "notice", code: "stopped", text: texts(language).turns.stopped }],
    remark: UNFINISHED,
  };
}

const INTERRUPTED: Close = {
  state: "cancelled",
  outcome: "interrupted",
  newest: "queued",
  reason: null,
  reply: [],
};

/** One line for the sender; what went wrong stays inside. */
function failureLine(incident: string, language: Language): string {
  return texts(language).turns.failed({ incident });
}

/** Later turns must not take up what was stopped, and must know what was asked or failed. */
async function closeTranscript(
  { tx }: LeasedTx,
  turn: OpenTurn,
  { close, deps }: { close: Close; deps: TurnDeps },
): Promise<void> {
  if (!close.remark) return;
  const { input, text } = close.remark;
  const n = turn.steps.length;
  await tx.turns.addStep(turn.id, { n, kind: "close", requestId: deps.newId(), input });
  await tx.turns.settleStep(turn.id, n, { text });
}

/** Gives the last step its text and each of its calls a result. */
async function settleLastStep(
  leased: LeasedTx,
  turn: OpenTurn,
  { ending, deps }: { ending: TurnOutcome; deps: TurnDeps },
): Promise<OpenTurn> {
  const step = turn.steps.at(-1);
  if (!step) return turn;
  if (ending.type === "answered") {
    const { type: _type, reply: _reply, own: _own, label: _label, ...said } = ending;
    await settleStep(leased, turn, { said, deps });
    return turn;
  }
  if (ending.type === "asked")
    return storeResponse(leased, turn, { response: ending.response, instead: REPEATED, deps });
  if (ending.type === "proposed")
    return storeResponse(leased, turn, { response: ending.response, deps });
  if ((ending.type === "cancelled" || ending.type === "failed") && ending.cost) {
    const request = { turn: turn.id, step: turn.steps.length - 1, chat: leased.chat.id };
    const { timeZone } = deps.settings;
    await recordExtraUsage(
      leased.tx,
      { ...request, ...ending.cost },
      { now: leased.now, timeZone },
    );
  }
  const open = step.calls.filter(({ state }) => state !== "settled");
  const ended = open.map((call) => ({ ...call, result: unsettledResult(turn, call) }));
  await auditCalls(leased, turn, { calls: ended, newId: deps.newId });
  for (const { result, ...call } of ended) {
    await settleOpenNested(leased, turn, { parent: call.id, deps });
    await leased.tx.turns.settleCall(call.id, { result, artifact: null });
    if (call.origin) await leased.tx.approvals.move(call.origin, "executing", { to: "failed" });
    leased.emit({
      type: "tool-end",
      turn: turn.id,
      call: call.id,
      name: call.tool,
      outcome: result.type,
      summary: result.type === "unknown" ? "it may or may not have happened" : "stopped",
    });
  }
  await announceResults(leased.tx, approvalsOfCalls(ended), { ...deps, now: leased.now });
  return turn;
}

const REPEATED: ToolResult = {
  type: "fault",
  code: "denied",
  text: "Not run: the same call was made three times. The user was asked how to go on.",
};

/** A call that a dead process started may have happened; one that never started did not. */
function unsettledResult(turn: OpenTurn, { state, replay }: StoredCall): ToolResult {
  const isUncertain = turn.isResumed && state === "started" && replay !== "rerun";
  return { type: isUncertain ? "unknown" : "aborted" };
}

async function settleMessages(
  { tx }: LeasedTx,
  turn: OpenTurn,
  { close, rows }: { close: Close; rows: readonly InboxRow[] },
): Promise<void> {
  const { newest, reason } = close;
  if (newest === "queued") {
    // A call that an approval released has run or not: nobody is asked again.
    await tx.inbox.end(idsOf(rows.filter((row) => !isMessage(row))), "folded", "interrupted");
    // A job's calls may have run, and its time is over.
    await tx.inbox.end(idsOf(rows.filter(isScheduled)), "withdrawn", "interrupted");
    return tx.inbox.requeue(turn.id);
  }
  if (newest !== "answered") return tx.inbox.end(idsOf(rows), newest, reason);
  await tx.inbox.end([turn.openedBy], "answered", null);
  await tx.inbox.end(idsOf(rows.filter(({ id }) => id !== turn.openedBy)), "folded", null);
}

function idsOf(rows: readonly InboxRow[]): readonly InboxId[] {
  return rows.map(({ id }) => id);
}

/** The questions that this turn left open. */
async function approvalsOf(
  { tx, chat }: LeasedTx,
  turn: OpenTurn,
  {
    language,
    deps: { questionIn = originalPrompt },
  }: { readonly language: Language; readonly deps: TurnDeps },
): Promise<readonly ReplyPart[]> {
  const calls = turn.steps.flatMap((step) => step.calls.map(({ id, result }) => ({ id, result })));
  const pending = calls.filter(({ result }) => result?.type === "pending").map(({ id }) => id);
  const approvals = await tx.approvals.ofCalls(pending);
  return approvals
    .filter(({ state, batch }) => state === "pending" && batch === undefined)
    .map((approval) => ({
      type: "approval",
      approval: approval.id,
      question: withEdits(questionIn(approval, { chat, language }), {
        edits: approval.edits,
        language,
      }),
    }));
}

/** The next turn tells it where this one was interrupted. */
async function rulesToldOf(
  leased: LeasedTx,
  { close, rows, language }: { close: Close; rows: readonly InboxRow[]; language: Language },
): Promise<readonly ReplyPart[]> {
  if (close.newest === "queued") return [];
  const rules = await rejectedRules(leased, rows);
  if (rules.length === 0) return [];
  const { typography, rules: said } = texts(language);
  const quoted = rules.map((text) => typography.quoted({ text })).join(", ");
  const text = said.notKept({ rules: quoted, most: MAX_RULES });
  return [{ type: "notice", code: "refused", text }];
}
