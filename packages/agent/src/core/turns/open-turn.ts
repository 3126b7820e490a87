import { type PersonId, toId } from "../../kernel/ids.ts";
import { digestOf } from "../../kernel/text/json.ts";
import { integrityOf, isLessTrusted, UNTAINTED } from "../../kernel/label.ts";
import { isAtLeast, lowerRole, type Role } from "../../kernel/principal.ts";
import { texts } from "../../platform/texts.ts";
import type { Approval } from "../../store/turns/approvals.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { Lease } from "../../store/messages/chats.ts";
import type { InputSource, Step, StoredCall } from "../../store/turns/turns.ts";
import { effectAndReplay } from "../../tools/toolbox.ts";
import { callDigest } from "../approvals/call-digest.ts";
import { announceResults } from "../approvals/questions/announce.ts";
import { renderExpired, renderNotRun, renderVoid } from "../context/render/render-decision.ts";
import type { OpenTurn } from "../open-turn.ts";
import { planStepOf } from "../plans/plan-step-of.ts";
import { renderStep, resultsShownIn } from "../plans/render-step.ts";
import { postPlanUpdate } from "../plans/post-plan-update.ts";
import {
  type Batch,
  type DecisionRow,
  type MessageRow,
  type PlanStepRow,
  scheduledIn,
} from "./choose-batch.ts";
import type { LeasedTx } from "./commit-with-lease.ts";
import { endTurn } from "./end-turn.ts";
import { saveRules } from "./operations/save-rules.ts";
import { sourcesOf, imagesOf, render } from "./start-step.ts";
import { newStep } from "./new-step.ts";
import { startSession } from "./sessions/reset-session.ts";
import type { TurnDeps } from "./deps.ts";
import { roleOf } from "./role-of.ts";

/** Opens a turn for a batch of what waits in the chat; undefined when nothing is left to answer. */
export async function openTurn(
  leased: LeasedTx,
  batch: Batch,
  { lease, deps }: Opening,
): Promise<OpenTurn | undefined> {
  switch (batch.type) {
    case "empty":
      return undefined;
    case "messages":
      return answerMessages(leased, batch.rows, { lease, deps });
    case "too-fast":
      return refuseTooFast(leased, batch, { lease, deps });
    case "decision":
      return carryOut(leased, batch.rows, { lease, deps });
    case "plan-step":
      return runStep(leased, batch.row, { lease, deps });
  }
}

interface Opening {
  readonly lease: Lease;
  readonly deps: TurnDeps;
}

/** Messages that waited together become one input. */
async function answerMessages(
  leased: LeasedTx,
  rows: readonly MessageRow[],
  { lease, deps }: Opening,
): Promise<OpenTurn> {
  // The inputs of an interrupted turn are in the transcript already.
  await saveRules(leased, rows, deps);
  const fresh = rows.filter(({ isShown }) => !isShown);
  const told = fresh.length > 0 ? fresh : rows;
  const role = await roleOf(leased.tx, rows);
  const asker = newestOf(rows).author;
  const expired = await leased.tx.approvals.takeUnheard(leased.chat.id);
  const input = [
    ...expired.map((one) => renderExpired({ ...one, also: undefined })),
    render(told, leased.chat.channel, deps),
  ].join("\n");
  const plan = { kind: "think", input, images: imagesOf(told), heard: sourcesOf(told) } as const;
  const step = newStep(0, plan, deps.newId);
  return startTurn(leased, { rows, role, asker, steps: [step] }, { lease, deps });
}

/** Messages that came too fast are a turn of their own, which says so and ends. */
async function refuseTooFast(
  leased: LeasedTx,
  { rows, limit }: { readonly rows: readonly MessageRow[]; readonly limit: string },
  { lease, deps }: Opening,
): Promise<undefined> {
  const role = await roleOf(leased.tx, rows);
  const asker = newestOf(rows).author;
  const input = render(rows, leased.chat.channel, deps);
  const step = newStep(0, { kind: "think", input, heard: sourcesOf(rows) }, deps.newId);
  const turn = await startTurn(leased, { rows, role, asker, steps: [step] }, { lease, deps });
  const { language } = await deps.localeOf(leased.tx, leased.chat);
  const told = newestOf(rows).body.overTold ?? limit;
  const line = texts(language).rates.refused({ limit: told });
  const ending = { type: "exhausted", reason: `too fast: ${limit}`, line } as const;
  await endTurn(leased, turn, { ending, deps });
  return undefined;
}

/**
 * A decision opens with the call that it released, or with the news that it
 * was refused. The call has the stored arguments and is checked against their
 * hash; the approval moves on, so no decision runs a call twice.
 */
async function carryOut(
  leased: LeasedTx,
  [row, ...others]: readonly DecisionRow[],
  { lease, deps }: Opening,
): Promise<OpenTurn | undefined> {
  const { tx } = leased;
  if (!row) return undefined;
  const approval = await tx.approvals.byId(toId(row.body.approval));
  if (!approval) throw new Error(`decision ${row.id} names no approval`);
  const decider = await deciderOf(tx, row);
  const role = lowerRole(decider, await askedAs(tx, approval));
  const asker = approval.requester;

  if (approval.state === "cancelled") {
    const input = renderNotRun(row.body, approval);
    const heard = await sourcesIn(tx, row, approval);
    const step = newStep(0, { kind: "think", input, heard }, deps.newId);
    return startTurn(leased, { rows: [row], role, asker, steps: [step] }, { lease, deps });
  }
  if (!(await tx.approvals.move(approval.id, "confirmed", { to: "executing" }))) {
    await tx.inbox.end([row.id], "folded", "decided before");
    return undefined;
  }
  const because = findDenial(approval, { decider, deps });
  if (because) {
    await tx.approvals.move(approval.id, "executing", { to: "failed" });
    await announceResults(tx, [approval.id], { ...deps, now: leased.now });
    const input = renderVoid(approval, because);
    const step = newStep(0, { kind: "think", input }, deps.newId);
    return startTurn(leased, { rows: [row], role, asker, steps: [step] }, { lease, deps });
  }
  const released = [{ row, approval }, ...(await releaseBeside(tx, others, { decider, deps }))];
  const calls: StoredCall[] = [];
  for (const [position, one] of released.entries()) {
    const labels = await tx.turns.labelsOf(one.approval.call);
    calls.push({ ...releasedCall(one.approval, deps), position, taint: labels?.taint });
  }
  const step = newStep(0, { kind: "decision", input: null, calls }, deps.newId);
  const rows = released.map((one) => one.row);
  return startTurn(leased, { rows, role, asker, steps: [step] }, { lease, deps });
}

/** Releases the other calls of a question. One that may not run now is left to a turn of its own, which says why. */
async function releaseBeside(
  tx: LeasedTx["tx"],
  rows: readonly DecisionRow[],
  { decider, deps }: { readonly decider: Role; readonly deps: TurnDeps },
): Promise<readonly { readonly row: DecisionRow; readonly approval: Approval }[]> {
  const released: { readonly row: DecisionRow; readonly approval: Approval }[] = [];
  for (const row of rows) {
    const approval = await tx.approvals.byId(toId(row.body.approval));
    if (!approval || findDenial(approval, { decider, deps })) continue;
    if (await tx.approvals.move(approval.id, "confirmed", { to: "executing" }))
      released.push({ row, approval });
  }
  return released;
}

/** A step of a plan is told with what the steps before came to; one that is not its plan's turn any more is not run. */
async function runStep(
  leased: LeasedTx,
  row: PlanStepRow,
  { lease, deps }: Opening,
): Promise<OpenTurn | undefined> {
  const { tx, chat, now } = leased;
  const plan = await tx.plans.byId(row.body.plan);
  const { step: n, attempt } = row.body;
  const isNext = plan?.at === n && plan.steps[n]?.attempts === attempt;
  if (!plan || !isNext || plan.state !== "running") {
    await tx.inbox.end([row.id], "withdrawn", "its plan has already continued");
    return undefined;
  }
  const requester = await tx.people.byId(plan.requester);
  const role = lowerRole(plan.role, requester?.role ?? "stranger");
  const asker = plan.requester;
  const input = renderStep(plan, { now, timeZone: deps.settings.timeZone });
  const isForeign = isLessTrusted(plan.label, integrityOf(role));
  const handed = resultsShownIn(plan);
  const heard = [{ author: asker, label: plan.label, handed, ...(isForeign && { isForeign }) }];
  const step = newStep(0, { kind: "think", input, heard }, deps.newId);
  if (n === 0 && attempt === 1) await postPlanUpdate(plan, chat, { ...leased, ...deps });
  return startTurn(leased, { rows: [row], role, asker, steps: [step] }, { lease, deps });
}

/** Returns the role of the approver: then or by now, whichever is lower. */
async function deciderOf(tx: LeasedTx["tx"], { author, body }: DecisionRow): Promise<Role> {
  const known = await tx.people.byId(author);
  return lowerRole(body.role, known?.role ?? "stranger");
}

/** The least that any of those who asked was then, or whoever asked last is by now. */
async function askedAs(tx: LeasedTx["tx"], { call, requester }: Approval): Promise<Role> {
  const known = await tx.people.byId(requester);
  const asking = await tx.turns.ofCall(call);
  const turn = asking && (await tx.turns.byId(asking));
  return lowerRole(known?.role ?? "stranger", turn?.role ?? "stranger");
}

/** Returns the sources of a decision: the question keeps its label, and the answer has the approver's. */
async function sourcesIn(
  tx: LeasedTx["tx"],
  { author, label }: DecisionRow,
  { call, requester }: Approval,
): Promise<readonly InputSource[]> {
  const asked = await tx.turns.labelsOf(call);
  return [
    { author: requester, label: asked?.taint ?? UNTAINTED },
    { author, label },
  ];
}

/** Why what was allowed does not run after all; undefined when it does. */
function findDenial(
  approval: Approval,
  { decider, deps }: { readonly decider: Role; readonly deps: TurnDeps },
): string | undefined {
  const isEnough = approval.needed === 1 || approval.votes >= approval.needed;
  if (!isAtLeast(decider, "admin") || !isEnough)
    return "the person who allowed it may no longer approve calls";
  return isAsShown(approval, deps) ? undefined : "the call has changed since it was shown";
}

/** Checks that what runs is what a person was shown: the tool, its arguments and its described effect. */
function isAsShown(approval: Approval, { toolbox }: TurnDeps): boolean {
  const { tool, args, argsHash, digest } = approval;
  if (digestOf(args) !== argsHash) return false;
  const known = toolbox.get(tool);
  if (digest === null || !known) return true;
  return callDigest({ tool, args, effect: effectAndReplay(known, args).effect }) === digest;
}

function releasedCall(approval: Approval, { toolbox, newId }: TurnDeps): StoredCall {
  const { tool: name, args, argsHash } = approval;
  return {
    id: toId(newId()),
    position: 0,
    tool: name,
    via: null,
    args,
    argsHash,
    ...effectAndReplay(toolbox.get(name), args),
    verdict: "allow",
    authority: { by: "approval", approval: approval.id, approver: approval.decidedBy },
    state: "planned",
    startedFence: null,
    origin: approval.id,
    expected: undefined,
    result: undefined,
    artifact: null,
  };
}

interface Beginning {
  readonly rows: readonly InboxRow[];
  readonly role: Role;
  readonly asker: PersonId;
  readonly steps: readonly Step[];
}

async function startTurn(
  leased: LeasedTx,
  { rows, role, asker, steps }: Beginning,
  { lease, deps }: Opening,
): Promise<OpenTurn> {
  const { tx, chat, now, emit: tell, nextEvent } = leased;
  const id = toId<"turn">(deps.newId());
  const session = chat.sessionId ?? (await startSession(leased, deps));
  const openedBy = newestOf(rows).id;
  const agent = deps.agents.answering(chat).name;
  const { trace } = newestOf(rows);
  await tx.turns.add({
    id,
    session,
    chat: chat.id,
    fence: chat.fence,
    state: "running",
    attempts: 0,
    openedBy,
    role,
    agent,
    trace,
    startedAt: now,
    firstEvent: nextEvent(),
  });
  const messages = rows.map((row) => row.id);
  await tx.inbox.take(messages, id);
  for (const step of steps) {
    await tx.turns.addStep(id, step);
    if (step.calls.length > 0) await tx.turns.addCalls(id, step.n, step.calls);
  }
  tell({ type: "turn-start", turn: id, messages });
  return {
    id,
    session,
    chat,
    lease,
    fence: chat.fence,
    openedBy,
    role,
    agent,
    trace,
    asker,
    authors: [...new Set(rows.map(({ author }) => author))],
    steps,
    isResumed: false,
    planStep: planStepOf(newestOf(rows).body),
    scheduled: scheduledIn(newestOf(rows).body),
  };
}

function newestOf<Row>(rows: readonly Row[]): Row {
  const newest = rows.at(-1);
  if (!newest) throw new Error("a turn needs at least one message");
  return newest;
}
