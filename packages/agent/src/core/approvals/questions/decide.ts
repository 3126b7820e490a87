import type { Kernel } from "../../../store/kernel.ts";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Wakeup } from "../../../kernel/wakeup.ts";
import { type NewId, type PersonId, type ChatId, toId } from "../../../kernel/ids.ts";
import { digestOf } from "../../../kernel/text/json.ts";
import { integrityOf } from "../../../kernel/label.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import type { ChatEvent, ChatEventBody } from "../../../kernel/chat-event.ts";
import type { Approval, EditedCall, Feedback } from "../../../store/turns/approvals.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories, Store } from "../../../store/store.ts";
import { effectAndReplay, type Toolbox } from "../../../tools/toolbox.ts";
import { appendEvents } from "../../events/append-events.ts";
import type { Events } from "../../events/events.ts";
import type { DecisionResult, Decision } from "../../inbox.ts";
import type { LocaleOf } from "../../locale.ts";
import { announceVote, type NotifiedChat } from "./announce.ts";
import { findAskingStep } from "../../plans/expire-plan-wait.ts";
import { callDigest } from "../call-digest.ts";
import { checkDecision } from "./check-decision.ts";
import { expire } from "./expire.ts";
import { saveFeedback } from "./save-feedback.ts";
import { type PromptFor, approvalPrompt } from "./approval-prompt.ts";
import type { LocalizePrompt } from "./localize-prompt.ts";

export interface DecideDeps extends Kernel {
  readonly events: Events;
  readonly toolbox: Toolbox;
  /** Rung when a turn waits, and when a question is closed. */
  readonly wakeup: Pick<Wakeup, "notify">;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  /** Renders the question in a language; without it, the question is shown as written. */
  readonly questionIn?: LocalizePrompt | undefined;
  /** Words for questions that a tool alone cannot put; without it, every tool has its own. */
  readonly question?: PromptFor | undefined;
  /** The name of the agent that answers in a chat. */
  readonly agentIn?: ((chat: Chat) => string) | undefined;
  /** How many different people have to allow a call; without it, one. */
  readonly approversFor?: ((call: Pick<Approval, "tool" | "effect">) => number) | undefined;
}

/**
 * Records what a person said about a waiting call. The approval changes and the
 * decision joins the chat's queue in one commit, so it is carried out exactly
 * once, whatever happens in between.
 */
export async function decide(decision: Decision, deps: DecideDeps): Promise<DecisionResult> {
  const { store, events, wakeup } = deps;
  if (!isAtLeast(decision.by.role, "admin"))
    throw new Fault("denied", "Only the owner and admins can approve or deny requests.");
  const known = await store.read.approvals.byId(decision.approval);
  const chat = known && (await store.read.chats.byId(known.chat));
  if (!chat || chat.tenant !== decision.by.tenant)
    throw new Fault("missing", `Approval not found: ${decision.approval}`, {
      hint: "List pending approvals: reeve approvals",
    });
  const agent = deps.agentIn?.(chat) ?? "";
  const edited = editedCall(decision, known, { ...deps, agent });
  const decidedIn = await placeSaidIn(decision, chat, store);

  const { outcome, facts, told } = await store.commit("decide", (tx) =>
    recordDecision(tx, decision, { ...deps, edited, decidedIn }),
  );
  events.publish(chat, facts);
  for (const one of told ?? []) events.publish(one.chat, one.facts);
  wakeup.notify();
  return outcome;
}

/** Arguments that a person changed are checked like those of the model. */
function editedCall(
  { args, verdict }: Decision,
  approval: Approval,
  { toolbox, question, agent }: Pick<DecideDeps, "toolbox" | "question"> & { agent: string },
): EditedCall | undefined {
  if (args === undefined || verdict !== "allow") return undefined;
  if (approval.also)
    throw new Fault(
      "invalid",
      "This question is about several calls, so their arguments cannot be edited.",
      {
        hint: "Say in words what to change.",
      },
    );
  const { tool: name } = approval;
  const tool = toolbox.get(name);
  const params = tool?.params.safeParse(args);
  if (params && !params.success)
    throw new Fault("invalid", `Invalid arguments for ${name}: ${z.prettifyError(params.error)}`);
  const { effect } = tool ? effectAndReplay(tool, args) : approval;
  const digest = callDigest({ tool: name, args, effect });
  const preview =
    question?.({ name, params: params?.data, agent, language: "en" }) ??
    approvalPrompt(tool, { name, args });
  return { args, argsHash: digestOf(args), effect, digest, preview };
}

async function placeSaidIn(
  { from, by }: Decision,
  asked: Chat,
  { read }: Store,
): Promise<ChatId | undefined> {
  if (!from) return undefined;
  if (from.channel === asked.channel && from.externalId === asked.externalId) return asked.id;
  const chats = await read.chats.byAddress(from.channel, from.externalId);
  return (chats.find(({ uid }) => uid === by.id) ?? chats[0])?.id;
}

/** Result of a decision. */
export interface Recorded {
  readonly outcome: DecisionResult;
  readonly facts: readonly ChatEvent[];
  /** Events of other chats. */
  readonly told?: readonly NotifiedChat[];
}

/** Deps of recording a decision. */
export type RecordDeps = Pick<
  DecideDeps,
  "clock" | "newId" | "isPush" | "localeOf" | "questionIn" | "approversFor"
> & {
  /** The call as the person changed it. */
  readonly edited: EditedCall | undefined;
  /** Where it was said: that channel changes its question itself. */
  readonly decidedIn: ChatId | undefined;
};

const TOO_LATE: Recorded = { outcome: "too-late", facts: [] };

/** Records an answer in the caller's transaction. Publish what was told, and ring, once it is done. */
export async function recordDecision(
  tx: Repositories,
  decision: Decision,
  deps: RecordDeps,
): Promise<Recorded> {
  const now = deps.clock.now();
  const { by, verdict, reason } = decision;
  const approval = await tx.approvals.byId(decision.approval);
  if (!approval || approval.state !== "pending") return TOO_LATE;
  if (approval.expiresAt <= now) {
    const facts = await expire(tx, approval, { ...deps, now });
    return { outcome: "too-late", facts: facts ?? [] };
  }
  const { edited, decidedIn } = deps;
  const needed = Math.max(
    approval.needed,
    (edited && deps.approversFor?.({ ...approval, ...edited })) ?? 1,
  );
  checkDecision(decision, { approval, askers: await askersOf(tx, approval), needed, now });
  if (verdict === "allow" && approval.needed > 1) {
    const counted = await count(tx, approval, { ...deps, by, now });
    if (counted) return counted;
  }
  const to = verdict === "allow" ? "confirmed" : "cancelled";
  const change = { to, decidedBy: by.id, decidedIn, reason, edited } as const;
  if (!(await tx.approvals.move(approval.id, "pending", change))) return TOO_LATE;

  await saveFeedback(tx, approval, { verdict: feedbackOf(decision), at: now });
  if (decision.always && verdict === "allow")
    await grantAlways(tx, decision, { ...approval, ...edited });
  await enqueue(tx, decision, { approval, newId: deps.newId, now });
  const beside = await decideBeside(tx, decision, { approval, change, deps });
  const bodies = [approval, ...beside].map(
    ({ id }) => ({ type: "approval-decision", approval: id, verdict, by: by.name }) as const,
  );
  const facts = await appendEvents(tx, approval.chat, { bodies, at: now });
  return { outcome: "recorded", facts };
}

/** Decides the other calls that a question is about. If they run, each does so under its own approval. */
async function decideBeside(
  tx: Repositories,
  decision: Decision,
  {
    approval,
    change,
    deps,
  }: {
    readonly approval: Approval;
    readonly change: Parameters<Repositories["approvals"]["move"]>[2];
    readonly deps: RecordDeps;
  },
): Promise<readonly Approval[]> {
  const now = deps.clock.now();
  const decided: Approval[] = [];
  for (const { approval: id } of approval.also ?? []) {
    const one = await tx.approvals.byId(id);
    if (!one || !(await tx.approvals.move(id, "pending", change))) continue;
    await saveFeedback(tx, one, { verdict: feedbackOf(decision), at: now });
    if (decision.verdict === "allow")
      await enqueue(tx, decision, { approval: one, newId: deps.newId, now });
    decided.push(one);
  }
  return decided;
}

/** Everybody whose messages the call was asked for from. */
async function askersOf(
  tx: Repositories,
  { requester, call }: Approval,
): Promise<ReadonlySet<PersonId>> {
  const turn = await tx.turns.ofCall(call);
  const rows = turn ? await tx.inbox.ofTurn(turn) : [];
  const authors = rows.filter(({ body }) => body.kind === "message").map(({ author }) => author);
  return new Set([requester, ...authors]);
}

/** Undefined once enough people have allowed it. */
async function count(
  tx: Repositories,
  approval: Approval,
  { by, now, ...deps }: Pick<Decision, "by"> & RecordDeps & { readonly now: number },
): Promise<Recorded | undefined> {
  const given = await tx.approvals.vote(approval.id, { person: by.id, at: now });
  if (given >= approval.needed) return undefined;
  const { id, needed } = approval;
  if (given <= approval.votes) return { outcome: "counted", facts: [] };
  const body: ChatEventBody = { type: "approval-vote", approval: id, by: by.name, given, needed };
  return {
    outcome: "counted",
    facts: await appendEvents(tx, approval.chat, { bodies: [body], at: now }),
    told: await announceVote(tx, approval, { ...deps, now, body, by: by.name, given }),
  };
}

function feedbackOf({ verdict, always, args }: Decision): Feedback["verdict"] {
  if (verdict !== "allow") return verdict;
  if (always) return "always";
  return args === undefined ? "allow" : "edit";
}

/** A question makes at most one grant, which has its id. */
async function grantAlways(
  tx: Repositories,
  { always, by }: Decision,
  { id, tool, chat, argsHash }: Approval,
): Promise<void> {
  const { these = false, only, perDay, until } = typeof always === "object" ? always : {};
  await tx.approvals.addGrant({
    id,
    tool,
    chat,
    argsHash: these ? argsHash : null,
    pattern: only,
    cap: perDay && { argument: perDay.argument, perDay: perDay.amount },
    grantedBy: by.id,
    until: until ?? null,
  });
}

/** The decision becomes an input of the chat: its turn carries it out. */
async function enqueue(
  tx: Repositories,
  { by, verdict, reason }: Decision,
  { approval, newId, now }: { approval: Approval; newId: NewId; now: number },
): Promise<void> {
  const planStep = await findAskingStep(tx, approval);
  const added = await tx.inbox.add({
    id: toId(newId()),
    chat: approval.chat,
    messageId: `decision:${approval.id}`,
    edit: 0,
    author: by.id,
    body: {
      kind: "decision",
      approval: approval.id,
      verdict,
      name: by.name,
      role: by.role,
      reason,
      ...(approval.also && { batch: approval.id }),
      ...(approval.batch && { batch: approval.batch }),
      ...(planStep && { planStep }),
    },
    label: { integrity: integrityOf(by.role), audience: `place:${approval.chat}` },
    state: "queued",
    reason: null,
    receivedAt: now,
    trace: approval.trace,
  });
  if (added) await tx.chats.enqueue(approval.chat, { now, interrupt: false });
}
