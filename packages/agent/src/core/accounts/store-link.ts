import type { Envelope } from "../../kernel/envelope.ts";
import { type InboxId, type NewId, type PersonId, toId } from "../../kernel/ids.ts";
import { integrityOf } from "../../kernel/label.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import { texts } from "../../platform/texts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { appendEvents } from "../events/append-events.ts";
import type { Receipt } from "../inbox.ts";
import { enqueueReply } from "../delivery/enqueue-reply.ts";
import type { LocaleOf } from "../locale.ts";
import { codeIn, type Linked, linkPerson } from "./link-person.ts";
import { askOwner, type OfferDeps, type ToldChat } from "./offer-pairing.ts";

/** The code of a message that wants to link its sender: in direct chats, and not passed on. */
export function linkCode({ address, text, forwardedFrom }: Envelope): string | undefined {
  if (address.kind !== "direct" || forwardedFrom !== undefined) return undefined;
  return codeIn(text);
}

interface Linking {
  readonly envelope: Envelope;
  readonly code: string;
  readonly author: Principal;
  readonly chat: Chat;
}

interface LinkStored {
  readonly message: InboxId;
  /** Undefined for a repeat. */
  readonly receipt?: Receipt;
  readonly facts: readonly ChatEvent[];
  /** Chats of the owner in which it was asked whether the account is theirs. */
  readonly told?: readonly ToldChat[];
}

/**
 * Links the sender of "/link CODE", whoever they are, without a turn: the receipt says what
 * came of it, and on push channels a notice, but for strangers. The code itself is not kept.
 */
export async function storeLink(
  tx: Repositories,
  { envelope, code, author, chat }: Linking,
  {
    newId,
    now,
    owner,
    isPush,
    localeOf,
    policy,
  }: {
    readonly policy: OfferDeps["policy"];
    readonly localeOf: LocaleOf;
    readonly newId: NewId;
    readonly now: number;
    readonly owner?: PersonId | undefined;
    readonly isPush?: ((channel: string) => boolean) | undefined;
  },
): Promise<LinkStored> {
  const known = await tx.inbox.byMessage(chat.id, envelope.id, envelope.edit);
  if (known) return { message: known.id, facts: [] };
  const linked = await linkPerson(tx, { by: author, code }, { newId, now, owner });
  const asked =
    linked.type === "asked"
      ? await askOwner(
          tx,
          { envelope, author, chat, owner: linked.person },
          { newId, now, isPush: isPush ?? (() => false), localeOf, policy },
        )
      : undefined;
  const by = linked.type === "linked" ? linked.person : author;
  const outcome = linked.type === "refused" ? "refused" : "noted";
  const reason = reasonOf(linked);
  const message = toId<"inbox">(newId());
  const { name: from } = envelope.sender;
  await tx.inbox.add({
    id: message,
    chat: chat.id,
    messageId: envelope.id,
    edit: envelope.edit,
    author: by.id,
    body: { kind: "message", text: "/link", name: from, role: by.role, sentAt: now },
    label: { integrity: integrityOf(by.role), audience: `person:${by.id}` },
    state: outcome,
    reason,
    receivedAt: now,
  });
  const bodies = [{ type: "message-accepted", message, from, text: "/link" } as const];
  if ((asked || by.role !== "stranger") && isPush?.(chat.channel)) {
    const text = await answerFor(tx, chat, { linked, code: asked?.code ?? "", localeOf });
    const reply = [{ type: "text", text } as const];
    const idOf = () => `link:${message}`;
    await enqueueReply(tx, chat, { reply, turn: null, at: now, newId, idOf });
  }
  const facts = await appendEvents(tx, chat.id, { bodies, at: now });
  return { message, receipt: { message, outcome, reason }, facts, told: asked?.told ?? [] };
}

function reasonOf(linked: Linked): string {
  switch (linked.type) {
    case "linked":
      return `linked with ${linked.person.name}`;
    case "asked":
      return `waits for a yes of ${linked.person.name}`;
    case "refused":
      return linked.reason;
  }
}

interface LinkAnswer {
  readonly linked: Linked;
  /** By which the owner says yes. */
  readonly code: string;
  readonly localeOf: LocaleOf;
}

async function answerFor(
  tx: Repositories,
  chat: Chat,
  { linked, code, localeOf }: LinkAnswer,
): Promise<string> {
  // Whoever was linked is known from now on, and so is what they prefer.
  const uid = linked.type === "linked" ? linked.person.id : chat.uid;
  const { language } = await localeOf(tx, { ...chat, uid });
  const said = texts(language).people;
  if (linked.type === "asked") return said.linkAsked({ code });
  return linked.type === "linked"
    ? said.linked({ name: linked.person.name })
    : said.notLinked({ reason: said.notLinkedBecause[linked.why] });
}
