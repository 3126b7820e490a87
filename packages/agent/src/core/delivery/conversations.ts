import { Fault } from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import { mediaTypeOf } from "../../kernel/media-type.ts";
import { type CallId, type ChatId, type PersonId, toId } from "../../kernel/ids.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { isAtLeast, type Principal, type Role } from "../../kernel/principal.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Conversation, Conversations, OutgoingFile } from "../../tools/conversations.ts";
import { postForCall, type PostForCallDeps } from "./post-for-call.ts";

/** The call that sends. */
export interface Sender {
  readonly tenant: string;
  readonly person: PersonId;
  readonly role: Role;
  readonly chat: ChatId;
  readonly call: CallId;
}

export interface ConversationsDeps extends PostForCallDeps {
  /** Names of the channels through which parts leave. */
  readonly pushChannels: () => readonly string[];
  /** Keeps a file until it was delivered, and returns its path. The same key gives the same path. */
  readonly keepFile: (key: string, file: OutgoingFile) => Promise<string>;
}

/**
 * Conversations for a call. The owner and admins reach all chats; members reach the chat that they ask
 * in, and their own direct chats.
 */
export function createConversations(sender: Sender, deps: ConversationsDeps): Conversations {
  const find = async (to: string): Promise<Found> => {
    const finding = findConversation(to, sender, deps);
    if (isAtLeast(sender.role, "admin")) return finding;
    // Who else is known is none of their business.
    const found = await attempt(finding);
    if (found?.status === "fulfilled" && isOwn(found.value.chat, sender)) return found.value;
    throw new Fault("denied", `The requester may not write to ${to}.`, {
      hint: "Members can write only to the chat that they ask in, and to their own chats.",
    });
  };
  return {
    find: async (to) => describe(await find(to)),
    async send(to, { text, files, key }) {
      const found = await find(to);
      const parts: ReplyPart[] = text === undefined ? [] : [{ type: "text", text }];
      for (const [index, file] of files.entries())
        parts.push({
          type: "file",
          name: file.name,
          mediaType: mediaTypeOf(file.name),
          path: await deps.keepFile(`${key}-${index}`, file),
          text: "",
        });
      await postForCall({ chat: found.chat.id, call: sender.call, reply: parts }, deps);
      return describe(found);
    },
  };
}

interface Found {
  readonly chat: Chat;
  /** The other side of a direct chat. */
  readonly person?: Principal | undefined;
}

function isOwn({ id, kind, uid }: Chat, { chat, person }: Sender): boolean {
  return id === chat || (kind === "direct" && uid === person);
}

async function findConversation(
  to: string,
  sender: Sender,
  deps: Pick<ConversationsDeps, "store" | "pushChannels">,
): Promise<Found> {
  const { chats, people } = deps.store.read;
  const here = await chats.byId(sender.chat);
  const chat = to === HERE ? here : await findChat(to, sender, deps);
  if (!chat) return findPerson(to, { ...sender, here }, deps);
  const isDirect = chat.kind === "direct";
  return { chat, person: isDirect ? await people.byId(toId(chat.uid)) : undefined };
}

const HERE = "here";

/** Finds a chat as `channel/id`; undefined if `to` is no such text. */
async function findChat(
  to: string,
  { tenant }: Sender,
  { store }: Pick<ConversationsDeps, "store">,
): Promise<Chat | undefined> {
  const slash = to.indexOf("/");
  if (slash < 0) return undefined;
  const found = await store.read.chats.byAddress(to.slice(0, slash), to.slice(slash + 1));
  const [chat, ...others] = found.filter((one) => one.tenant === tenant);
  if (chat && others.length === 0) return chat;
  if (chat)
    throw new Fault("conflict", `Several people share the chat ${to}.`, {
      hint: "Name the person instead.",
    });
  throw new Fault("missing", `The agent knows no chat ${to}.`, {
    hint: "Write a chat as channel/id. Somebody must have written to the agent there.",
  });
}

/** Finds the chat in which a person is reached: on the channel of the call, else where they wrote last. */
async function findPerson(
  name: string,
  { tenant, here }: Sender & { readonly here: Chat | undefined },
  { store, pushChannels }: Pick<ConversationsDeps, "store" | "pushChannels">,
): Promise<Found> {
  const [person, ...others] = await store.read.people.named(tenant, name);
  if (!person)
    throw new Fault("missing", `The agent knows no person named "${name}".`, {
      hint: "Use a person's name or id as /people shows it, or a chat as channel/id.",
    });
  if (others.length > 0)
    throw new Fault("conflict", `Several people are named "${name}".`, {
      hint: `Use an id: ${[person, ...others].map(({ id }) => id).join(", ")}`,
    });
  const key = { tenant, person: person.id };
  const { chats } = store.read;
  const chat =
    (await chats.lastOf(key, { on: here ? [here.channel] : [] })) ??
    (await chats.lastOf(key, { on: pushChannels() })) ??
    (await chats.lastOf(key, { except: "" }));
  if (chat) return { chat, person };
  throw new Fault("missing", `${person.name} has not written to the agent yet.`, {
    hint: "Ask them to write to it first.",
  });
}

function describe({ chat, person }: Found): Conversation {
  const { channel, externalId: chatId } = chat;
  const name = person ? `${person.name} (${channel})` : `${channel}/${chatId}`;
  return { name, channel, chatId };
}
