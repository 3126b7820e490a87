import {
  type ApprovalId,
  type NewId,
  type ChatId,
  toId,
  type TurnId,
} from "../../../kernel/ids.ts";
import type { Language } from "../../../kernel/languages.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import type { ChatEvent, ChatEventBody } from "../../../kernel/chat-event.ts";
import type { ToolResult } from "../../../kernel/transcript.ts";
import { texts, type Texts } from "../../../platform/texts.ts";
import type { Announcement, Approval } from "../../../store/turns/approvals.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import type { Toolbox } from "../../../tools/toolbox.ts";
import { appendEvents } from "../../events/append-events.ts";
import { enqueueReply } from "../../delivery/enqueue-reply.ts";
import type { LocaleOf } from "../../locale.ts";
import { originalPrompt, type LocalizePrompt, withoutNames } from "./localize-prompt.ts";
import { decisionOf, releasedResult } from "./released-result.ts";
import { isUnallowed, outcomeLines, resultLine } from "./result-line.ts";
import { withEdits } from "./with-edits.ts";

export interface AnnounceDeps {
  readonly newId: NewId;
  readonly now: number;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  /** Renders the question in a language; without it, the question is shown as written. */
  readonly questionIn?: LocalizePrompt | undefined;
}

/** Events of a chat, to publish after the commit. */
export interface NotifiedChat {
  readonly chat: Chat;
  readonly facts: readonly ChatEvent[];
}

/**
 * Shows a question in the direct chats of everybody who may answer it, and once it is
 * closed, that it is. The chat in which it was asked shows it with the reply of its turn.
 */
export async function announce(
  tx: Repositories,
  approval: Announcement,
  deps: AnnounceDeps,
): Promise<readonly NotifiedChat[]> {
  if (approval.state === "pending") return ask(tx, approval, deps);
  if (!(await tx.approvals.markClosed(approval.id))) return [];
  if (approval.told === null) await tx.approvals.markTold(approval.id, []);
  // A call beside a question ends with it.
  return approval.batch === undefined ? close(tx, approval, deps) : [];
}

/** Somebody allowed it, and others have to as well. */
interface Vote extends AnnounceDeps {
  readonly by: string;
  /** How many have, this one included. */
  readonly given: number;
  readonly body: ChatEventBody;
  /** Where it was said: that channel changes its question itself. */
  readonly decidedIn: ChatId | undefined;
}

/** Shows in all chats that show a question how many have allowed it. */
export async function announceVote(
  tx: Repositories,
  approval: Approval,
  { by, given, body, decidedIn, ...deps }: Vote,
): Promise<readonly NotifiedChat[]> {
  const { id, call, chat: asking, needed } = approval;
  const turn = await tx.turns.ofCall(call);
  const asked = await tx.chats.byId(asking);
  if (!turn || !asked) return [];
  const partFor = async (chat: Chat): Promise<ReplyPart> => {
    const { said, question } = await wordsFor(chat, { tx, approval, asked, ...deps });
    const counted = said.counted({ given, needed, name: by });
    return { type: "approval", approval: id, question: `${question}\n${counted}` };
  };
  const told: NotifiedChat[] = [];
  for (const chat of await hearing(tx, await tx.approvals.toldOf(id))) {
    const part = chat.id === decidedIn ? undefined : await partFor(chat);
    told.push(await notifyChat(tx, chat, { body, part, turn, ...deps }));
  }
  if (decidedIn !== asking && (await isStillAsking(tx, asked, approval)))
    await send(tx, asked, { part: await partFor(asked), turn, ...deps });
  return told;
}

/** The chats of those who may still answer: what is asked is nothing for the others. */
async function hearing(tx: Repositories, told: readonly ChatId[]): Promise<readonly Chat[]> {
  const chats: Chat[] = [];
  for (const id of told) {
    const chat = await tx.chats.byId(id);
    if (chat && (await isOfApprover(tx, chat))) chats.push(chat);
  }
  return chats;
}

async function isOfApprover({ people }: Repositories, { uid }: Chat): Promise<boolean> {
  const person = await people.byId(toId(uid));
  return person !== undefined && isAtLeast(person.role, "admin");
}

/** A direct chat may be somebody else's by now. */
async function isStillAsking(
  tx: Repositories,
  chat: Chat,
  { requester }: Approval,
): Promise<boolean> {
  return chat.kind !== "direct" || chat.uid === requester || isOfApprover(tx, chat);
}

interface Wording extends AnnounceDeps {
  readonly tx: Repositories;
  readonly approval: Announcement | Approval;
  /** Where the question was asked. */
  readonly asked: Chat;
}

interface Words {
  readonly language: Language;
  readonly said: Texts["approvals"];
  /** In place of a name that nobody knows. */
  readonly somebody: string;
  /** The question as it is asked, with its sources and how often it was changed. */
  readonly question: string;
}

/** Returns the texts of a question in a chat's language, and the question itself. */
async function wordsFor(
  chat: Chat,
  { tx, approval, asked, localeOf, questionIn = originalPrompt }: Wording,
): Promise<Words> {
  const { language } = await localeOf(tx, chat);
  const view = { chat: asked, language };
  const shown = shownIn(chat, { approval, asked });
  const question = withEdits(questionIn(shown, view), { edits: approval.edits, language });
  const { approvals: said, people } = texts(language);
  return { language, said, somebody: people.somebody, question };
}

/** Returns a question as a chat may see it: names of what ids stand for are the requester's own. */
function shownIn<Request extends Pick<Approval, "names" | "also">>(
  { id }: Chat,
  { approval, asked }: { readonly approval: Request; readonly asked: Chat },
): Request {
  return id === asked.id ? approval : withoutNames(approval);
}

async function ask(
  tx: Repositories,
  approval: Announcement,
  deps: AnnounceDeps,
): Promise<readonly NotifiedChat[]> {
  const asking = await tx.chats.byId(approval.chat);
  const chats = asking ? await tx.chats.directOf(asking.tenant, ["owner", "admin"]) : [];
  const others = chats.filter(({ id }) => id !== approval.chat);
  const isNew = await tx.approvals.markTold(
    approval.id,
    others.map(({ id }) => id),
  );
  if (!isNew || !asking) return [];
  const requester = await tx.people.byId(approval.requester);
  const externalId = `${asking.channel}/${asking.externalId}`;
  const { id, turn, tool, args, needed, expiresAt } = approval;
  const bodyOf = (question: string, name: string): ChatEventBody => ({
    type: "approval-request",
    turn,
    approval: id,
    tool,
    args,
    question,
    expires: expiresAt,
    asked: `${name}, in ${externalId}`,
    ...(needed > 1 && { needed }),
  });
  const told: NotifiedChat[] = [];
  for (const chat of others) {
    const words = await wordsFor(chat, { tx, approval, asked: asking, ...deps });
    const { said } = words;
    const name = requester?.name ?? words.somebody;
    const question = `${words.question}\n${said.asked({ name, chat: externalId })}`;
    const part: ReplyPart = { type: "approval", approval: id, question };
    told.push(
      await notifyChat(tx, chat, { body: bodyOf(words.question, name), part, turn, ...deps }),
    );
  }
  return told;
}

async function close(
  tx: Repositories,
  approval: Announcement,
  deps: AnnounceDeps,
): Promise<readonly NotifiedChat[]> {
  const { id, turn, chat: asking, decidedIn, decidedBy } = approval;
  const decider = decidedBy === null ? undefined : await tx.people.byId(decidedBy);
  const by = decider?.name ?? "";
  const body: ChatEventBody = {
    type: "approval-decision",
    approval: id,
    verdict: verdictOf(approval),
    by,
  };
  const asked = await tx.chats.byId(asking);
  if (!asked) return [];
  const decision = (await decisionOf(tx, approval))?.body;
  const isAllowed = decision?.kind === "decision" && decision.verdict === "allow";
  const partFor = async (chat: Chat): Promise<ReplyPart | undefined> => {
    const own = shownIn(chat, { approval, asked });
    // If it was allowed, the result of the call follows; if that was stopped, it stands there already.
    if (isAllowed || !isUnallowed(own)) return undefined;
    const { language } = await deps.localeOf(tx, chat);
    const { questionIn } = deps;
    const line = outcomeLines(own, { chat: asked, language, questionIn });
    const text = by === "" ? line : texts(language).approvals.results.deniedBy({ line, name: by });
    return { type: "decision", approval: id, text };
  };
  const told: NotifiedChat[] = [];
  for (const chat of await hearing(tx, approval.told ?? [])) {
    const part = chat.id === decidedIn ? undefined : await partFor(chat);
    told.push(await notifyChat(tx, chat, { body, part, turn, ...deps }));
  }
  // Where it was asked the event is stored with the decision; the message is left to change.
  const isElsewhere = decidedIn !== null && decidedIn !== asking;
  const part = isElsewhere ? await partFor(asked) : undefined;
  if (part && (await isStillAsking(tx, asked, approval)))
    await send(tx, asked, { part, turn, ...deps });
  return told;
}

function verdictOf({ state }: Announcement) {
  if (state === "expired") return "expired";
  return state === "cancelled" ? "deny" : "allow";
}

export interface ResultDeps extends AnnounceDeps {
  /** Tools that have words for what they did; without it, all calls are described by their questions. */
  readonly toolbox?: Pick<Toolbox, "get"> | undefined;
}

/**
 * Changes questions into what their calls came to, in every chat that shows them. A question about several
 * calls waits for all of them.
 */
export async function announceResults(
  tx: Repositories,
  approvals: readonly ApprovalId[],
  deps: ResultDeps,
): Promise<void> {
  const roots = new Set<ApprovalId>();
  for (const id of approvals) roots.add((await tx.approvals.byId(id))?.batch ?? id);
  for (const id of roots) await announceResult(tx, id, deps);
}

async function announceResult(tx: Repositories, id: ApprovalId, deps: ResultDeps): Promise<void> {
  const approval = await tx.approvals.byId(id);
  const asked = approval && (await tx.chats.byId(approval.chat));
  const turn = approval && (await tx.turns.ofCall(approval.call));
  if (!approval || !asked || !turn) return;
  const calls = await decidedCalls(tx, approval);
  if (!calls) return;
  const decider = approval.decidedBy && (await tx.people.byId(approval.decidedBy));
  const shown = await hearing(tx, await tx.approvals.toldOf(id));
  const isAsking = await isStillAsking(tx, asked, approval);
  for (const chat of isAsking ? [asked, ...shown] : shown) {
    const { language } = await deps.localeOf(tx, chat);
    const line = linesOf(calls, { chat, asked, language, ...deps });
    const isOwn = chat.kind === "direct" && chat.uid === approval.decidedBy;
    const { allowedBy } = texts(language).approvals.results;
    const text = decider && !isOwn ? allowedBy({ line, name: decider.name }) : line;
    const part = { type: "decision", approval: id, text, isResult: true } as const;
    await send(tx, chat, { part, turn, ...deps });
  }
}

/** A call that a person decided, and its result; undefined if it did not run. */
interface DecidedCall {
  readonly approval: Approval;
  readonly result: ToolResult | undefined;
}

/** Returns the calls of a question with their results; undefined while one of them may still run. */
async function decidedCalls(
  tx: Repositories,
  root: Approval,
): Promise<readonly DecidedCall[] | undefined> {
  const calls: DecidedCall[] = [];
  for (const id of [root.id, ...(root.also ?? []).map((one) => toId<"approval">(one.approval))]) {
    const approval = await tx.approvals.byId(id);
    if (!approval || approval.state === "confirmed" || approval.state === "executing")
      return undefined;
    calls.push({ approval, result: await releasedResult(tx, approval) });
  }
  return calls;
}

/** Returns what calls came to, one per line, in the words of a chat. */
function linesOf(
  calls: readonly DecidedCall[],
  {
    chat,
    asked,
    language,
    toolbox,
    questionIn = originalPrompt,
  }: Pick<ResultDeps, "toolbox" | "questionIn"> & {
    readonly chat: Chat;
    /** Where the question was asked. */
    readonly asked: Chat;
    readonly language: Language;
  },
): string {
  const lines = calls.map(({ approval, result }) => {
    const { args, names } = shownIn(chat, { approval, asked });
    const alone = { ...approval, names, sources: undefined, also: undefined };
    const question = questionIn(alone, { chat: asked, language });
    const tool = toolbox?.get(approval.tool);
    return resultLine({ args, names, question, result }, { tool, language });
  });
  return lines.join("\n");
}

type Telling = AnnounceDeps & {
  readonly turn: TurnId;
};

async function notifyChat(
  tx: Repositories,
  chat: Chat,
  { body, part, ...telling }: Telling & { body: ChatEventBody; part: ReplyPart | undefined },
): Promise<NotifiedChat> {
  const facts = await appendEvents(tx, chat.id, { bodies: [body], at: telling.now, isEcho: true });
  if (part) await send(tx, chat, { part, ...telling });
  return { chat, facts };
}

async function send(
  tx: Repositories,
  chat: Chat,
  { part, turn, newId, now, isPush }: Telling & { part: ReplyPart },
): Promise<void> {
  if (!isPush(chat.channel)) return;
  await enqueueReply(tx, chat, { reply: [part], turn, at: now, newId });
}
