import type { Envelope } from "../../../kernel/envelope.ts";
import { type InboxId, toId } from "../../../kernel/ids.ts";
import { audienceOf, integrityOf } from "../../../kernel/label.ts";
import { isAtLeast, type Principal } from "../../../kernel/principal.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import type { InboxState } from "../../../store/messages/inbox.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import { appendEvents } from "../../events/append-events.ts";
import { answerId, textReply } from "../../commands.ts";
import type { Receipt } from "../../inbox.ts";
import { postInChat } from "../../delivery/post-in-chat.ts";
import type { IntakeDeps } from "../deps.ts";
import type { Accepted } from "../accepted.ts";
import { authorizeCommand } from "../authorize-command.ts";
import type { PreparedCommand } from "../prepare-command.ts";

interface Storing {
  readonly envelope: Envelope;
  readonly prepared: PreparedCommand;
  readonly author: Principal;
  readonly chat: Chat;
}

type StoreDeps = Pick<IntakeDeps, "newId" | "policy" | "isPush" | "localeOf"> & {
  readonly now: number;
};

/**
 * Stores a command and says its answer, in the caller's transaction: no turn, no model, and
 * once, because the message is in the inbox once.
 */
export async function storeCommand(
  tx: Repositories,
  { envelope, prepared, author, chat }: Storing,
  deps: StoreDeps,
): Promise<Accepted> {
  const known = await tx.inbox.byMessage(chat.id, envelope.id, envelope.edit);
  if (known) return { type: "repeat", message: known.id };
  const { newId, now, policy, isPush = () => false } = deps;
  const { command, argument } = prepared;
  const locale = await deps.localeOf(tx, chat);
  const asking = { command, envelope, author, chat, now, policy, language: locale.language };
  const standing = await authorizeCommand(tx, asking);
  const message = toId<"inbox">(newId());
  const outcome = outcomeOf(standing, prepared);
  if (envelope.edit > 0) await tx.inbox.withdrawEarlier(chat.id, envelope);
  await store(tx, { envelope, author, chat, message, outcome, now });

  const { name: from } = envelope.sender;
  const bodies = [{ type: "message-accepted", message, from, text: envelope.text } as const];
  const accepted = await appendEvents(tx, chat.id, { bodies, at: now });
  const afterwards: (() => void)[] = [];
  const told: readonly ReplyPart[] = standing.type === "tell" ? textReply(standing.text) : [];
  const context = {
    person: author,
    ...locale,
    address: envelope.address,
    argument,
    message: envelope.id,
    now,
    chat,
    newId,
    isPush: isPush(chat.channel),
    afterCommit: (work: () => void) => void afterwards.push(work),
  };
  const reply = standing.type === "answer" ? await prepared.answer(tx, context) : told;
  const id = answerId(message);
  const saying = { id, cause: "command", about: message, reply, at: now, newId, isPush } as const;
  const said = reply.length > 0 ? await postInChat(tx, chat, saying) : [];
  return {
    type: "new",
    chat,
    facts: [...accepted, ...said],
    interrupts: false,
    receipt: receiptOf(message, outcome),
    afterwards,
  };
}

interface Outcome {
  readonly state: Extract<InboxState, "answered" | "failed" | "noted" | "ignored" | "refused">;
  readonly reason: string | null;
}

function outcomeOf(
  standing: Awaited<ReturnType<typeof authorizeCommand>>,
  { state, command }: PreparedCommand,
): Outcome {
  switch (standing.type) {
    case "answer":
      return { state, reason: state === "failed" ? `/${command.name} broke` : null };
    case "tell":
      return { state: "answered", reason: standing.text };
    case "end":
      return standing;
  }
}

function receiptOf(message: InboxId, { state, reason }: Outcome): Receipt {
  if (state === "answered" || state === "failed") return { message, outcome: "answered" };
  return { message, outcome: state, reason: reason ?? undefined };
}

async function store(
  tx: Repositories,
  {
    envelope,
    author,
    chat,
    message,
    outcome: { state, reason },
    now,
  }: Omit<Storing, "prepared"> & {
    readonly message: InboxId;
    readonly outcome: Outcome;
    readonly now: number;
  },
): Promise<void> {
  const { id: messageId, edit, text, sender } = envelope;
  const isCounted = state === "answered" && !isAtLeast(author.role, "admin");
  await tx.inbox.add({
    id: message,
    chat: chat.id,
    messageId,
    edit,
    author: author.id,
    body: {
      kind: "message",
      text,
      name: sender.name,
      role: author.role,
      sentAt: now,
      sender: sender.id,
      username: sender.username,
    },
    label: {
      integrity: integrityOf(author.role),
      audience: audienceOf({ chat: chat.id, kind: chat.kind, uid: author.id }),
    },
    state,
    reason,
    ...(isCounted && { countedAt: now }),
    receivedAt: now,
  });
  await tx.messages.add({
    chat: chat.id,
    messageId,
    edit,
    direction: "in",
    author: author.id,
    text,
    at: now,
    turn: null,
    isSearched: false,
  });
}
