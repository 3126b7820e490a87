import { Fault } from "@reeve/sdk";
import type { CallId, ChatId } from "../../kernel/ids.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Kernel } from "../../store/kernel.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { appendEvents } from "../events/append-events.ts";
import type { Events } from "../events/events.ts";
import { withoutPreview } from "../text-part.ts";
import { savePost } from "./post-in-chat.ts";

/** Something that a call says in a chat. */
export interface CallPost {
  readonly chat: ChatId;
  readonly call: CallId;
  readonly reply: readonly ReplyPart[];
}

export interface PostForCallDeps extends Kernel {
  readonly events: Events;
  /** Rung when a part waits to leave. */
  readonly outboxWakeup: Pick<Wakeup, "notify">;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
}

/** Says something in a chat for a call, and returns the chat. A call that is repeated says nothing more. */
export async function postForCall(
  post: CallPost,
  { store, events, outboxWakeup, ...deps }: PostForCallDeps,
): Promise<Chat> {
  const { chat, facts } = await store.commit("speak", async (tx) => {
    const found = await tx.chats.byId(post.chat);
    if (!found)
      throw new Fault("missing", `The chat ${post.chat} no longer exists.`, {
        hint: "Use this only for chats that exist.",
      });
    return { chat: found, facts: await save(tx, found, { ...post, ...deps }) };
  });
  events.publish(chat, facts);
  outboxWakeup.notify();
  return chat;
}

type Saving = Omit<CallPost, "chat"> & Pick<PostForCallDeps, "clock" | "newId" | "isPush">;

async function save(
  tx: Repositories,
  chat: Chat,
  { call, reply: said, clock, newId, isPush }: Saving,
): Promise<readonly ChatEvent[]> {
  const id = `call:${call}`;
  const at = clock.now();
  const reply = said.map(withoutPreview);
  if (isPush(chat.channel) && (await tx.outbox.isKnown(`${id}:0`))) return [];
  if (!(await savePost(tx, chat, { id, reply, at, newId, isPush }))) return [];
  const body = { type: "said", id, cause: "call", about: call, reply } as const;
  return appendEvents(tx, chat.id, { bodies: [body], at });
}
