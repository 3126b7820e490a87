import type { Envelope, AutomatedInput } from "../../../kernel/envelope.ts";
import { type InboxId, type NewId, toId } from "../../../kernel/ids.ts";
import type { Label } from "../../../kernel/label.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import { appendEvents } from "../../events/append-events.ts";
import type { Receipt } from "../../inbox.ts";
import type { Accepted } from "../accepted.ts";
import type { Admission } from "../admit.ts";

/** An input that no person sent, and the person it is answered for. */
export interface AutomatedMessage {
  readonly envelope: Envelope;
  readonly scheduled: AutomatedInput;
  readonly chat: Chat;
  readonly author: Principal;
  readonly label: Label;
  readonly admission: Admission;
  /** As whose message it is told. */
  readonly from: string;
}

/** Stores what nobody typed in its place's queue, or with the reason why it is not answered; it is not among what was said. */
export async function storeAutomatedInput(
  tx: Repositories,
  { envelope, scheduled, chat, author, label, admission, from }: AutomatedMessage,
  { newId, now }: { readonly newId: NewId; readonly now: number },
): Promise<Extract<Accepted, { type: "new" }>> {
  const message = toId<"inbox">(newId());
  const { text } = envelope;
  await tx.inbox.add({
    id: message,
    chat: chat.id,
    messageId: envelope.id,
    edit: envelope.edit,
    author: author.id,
    body: {
      kind: "message",
      text,
      name: author.name,
      role: author.role,
      sentAt: envelope.sentAt,
      scheduled,
    },
    label,
    state: admission.type === "admit" ? "queued" : "ignored",
    reason: admission.type === "admit" ? null : admission.reason,
    receivedAt: now,
  });
  if (admission.type === "admit") await tx.chats.enqueue(chat.id, { now, interrupt: false });
  const bodies = [{ type: "message-accepted", message, from, text } as const];
  const facts = await appendEvents(tx, chat.id, { bodies, at: now });
  return { type: "new", chat, facts, interrupts: false, receipt: receiptOf(message, admission) };
}

function receiptOf(message: InboxId, admission: Admission): Receipt {
  if (admission.type === "admit") return { message, outcome: "queued" };
  return { message, outcome: "ignored", reason: admission.reason };
}
