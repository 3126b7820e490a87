import { Fault } from "@reeve/sdk";
import type { Address, Media } from "../kernel/envelope.ts";
import { type InboxId, toId, type TurnId } from "../kernel/ids.ts";
import { isAtLeast, type Principal } from "../kernel/principal.ts";
import type { TokenScope } from "../kernel/token-scope.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ChatEvent } from "../kernel/chat-event.ts";
import { type InboxState, TERMINAL_STATES } from "../store/messages/inbox.ts";
import type { SentFile } from "../store/messages/messages.ts";
import type { PersonKey } from "../store/people/people.ts";
import type { Chat } from "../store/messages/chats.ts";
import type { Store } from "../store/store.ts";
import type { Inbox, Receipt } from "./inbox.ts";

/** The channel on which programs talk. Its chats are named by `apiAddress`. */
export const API_CHANNEL = "http";

/** The conversation of a person in the API that has no other name. */
const MAIN_CONVERSATION = "main";

/** A message that a person sends to a chat they belong to. */
export interface OutgoingMessage {
  /** Chosen by the client; the same message sent twice is accepted once. */
  readonly message: string;
  readonly text: string;
  readonly media?: readonly Media[] | undefined;
  /** Scopes of the token or browser session that sends it. */
  readonly scopes: readonly TokenScope[];
}

/** State of a message so far. */
export interface MessageStatus {
  readonly isSettled: boolean;
  readonly state: InboxState;
  readonly reason: string | null;
  readonly turn: TurnId | null;
}

/** Usage of all requests of a turn. */
export interface TurnUsage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Billionths of a dollar, in digits; null when a price is not known. */
  readonly costNano: string | null;
}

/** Conversations as programs know them: by a name, by a session, or as the person's own. */
export interface ClientChats {
  /**
   * The direct chat that a person prefers; else the one in which they wrote last where they are
   * written to by themselves; else where they wrote last elsewhere; else their main one in the API.
   */
  own(person: Principal): Promise<Address>;
  /**
   * The chat of a session, or the one that the person calls so in the API; `own` for their own.
   * Throws `denied` for what a person may not see.
   */
  find(name: string, person: Principal): Promise<Address>;
  /** Resolves once it is stored. Throws `denied` in the direct chats of others. */
  say(address: Address, person: Principal, saying: OutgoingMessage): Promise<Receipt>;
  statusOf(message: InboxId): Promise<MessageStatus | undefined>;
  /** The stored facts of a chat after `since`, in order. */
  facts(address: Pick<Address, "channel" | "externalId">, since: number): AsyncIterable<ChatEvent>;
  factsOfTurn(turn: string): Promise<readonly ChatEvent[]>;
  /** Returns the files that the agent sent with a message, by its number in the history. */
  sentFiles(order: number): Promise<readonly SentFile[]>;
  usageOf(turn: string): Promise<TurnUsage>;
}

export interface ClientChatDeps {
  readonly store: Pick<Store, "read">;
  readonly inbox: Pick<Inbox, "deliver">;
  readonly clock: Clock;
  /** The channels on which replies are sent, and not read: what is said there arrives. */
  readonly pushChannels: () => readonly string[];
}

/** How many stored facts are read at once. */
const PAGE = 500;

const MAX_NAME = 100;

export function createClientChats(deps: ClientChatDeps): ClientChats {
  const { read } = deps.store;

  const own = async (person: Principal): Promise<Address> => {
    const key = { tenant: person.tenant, person: person.id };
    const chat =
      (await preferred(key, deps)) ??
      (await read.chats.lastOf(key, { on: deps.pushChannels() })) ??
      (await read.chats.lastOf(key, { except: API_CHANNEL }));
    return chat ? addressOf(chat) : apiAddress(person, MAIN_CONVERSATION);
  };

  return {
    own,
    async find(name, person) {
      if (name === OWN) return own(person);
      const id = await read.sessions.chatOf(toId(name));
      const chat = id && (await read.chats.byId(id));
      if (!chat) return apiAddress(person, name);
      refuseToRead(chat, person);
      return addressOf(chat);
    },
    async say(address, person, { message, text, media, scopes }) {
      await refuseToSpeak(address, person, deps);
      const { id, name } = person;
      const identity = await read.people.identityOn(id, address.channel);
      return deps.inbox.deliver({
        id: message,
        edit: 0,
        address,
        scopes,
        sender: { id: identity?.externalId ?? id, name, person: id },
        ...(media && { media }),
        text,
        sentAt: deps.clock.now(),
      });
    },
    async statusOf(message) {
      const row = await read.inbox.byId(message);
      if (!row) return undefined;
      const { state, reason, turn } = row;
      return { isSettled: SETTLED.has(state), state, reason, turn };
    },
    async *facts({ channel, externalId }, since) {
      const [chat] = await read.chats.byAddress(channel, externalId);
      if (!chat) return;
      let last = since;
      for (;;) {
        const page = await read.events.since(chat.id, last, PAGE);
        yield* page;
        if (page.length < PAGE) return;
        last = page.at(-1)?.seq ?? last;
      }
    },
    factsOfTurn: (turn) => read.events.ofTurn(toId(turn)),
    sentFiles: (order) => read.messages.filesOf(order),
    async usageOf(turn) {
      const entries = await read.usage.ofTurn(toId(turn));
      const sum = (count: (entry: (typeof entries)[number]) => number) =>
        entries.reduce((total, entry) => total + count(entry), 0);
      const costs = entries.map(({ costNano }) => costNano);
      return {
        inputTokens: sum(({ inputTokens }) => inputTokens),
        cachedTokens: sum(({ cachedTokens }) => cachedTokens),
        outputTokens: sum(({ outputTokens }) => outputTokens),
        costNano: costs.includes(null)
          ? null
          : costs.reduce<bigint>((total, cost) => total + (cost ?? 0n), 0n).toString(),
      };
    },
  };
}

/** The chat that a person named for what is said unasked, while it is theirs. */
async function preferred(
  key: PersonKey,
  { store: { read } }: ClientChatDeps,
): Promise<Chat | undefined> {
  const { chat: id } = await read.preferences.of(key);
  const chat = id && (await read.chats.byId(id));
  return chat?.kind === "direct" && chat.uid === key.person ? chat : undefined;
}

/** How the person's own conversation is called where a name is asked for. */
const OWN = "own";

const SETTLED: ReadonlySet<InboxState> = new Set(TERMINAL_STATES);

/** Names are a person's own: two people who use the same one talk in two chats. */
export function apiAddress({ id }: Pick<Principal, "id">, name: string): Address {
  if (name === "" || name.length > MAX_NAME)
    throw new Fault("invalid", `A chat name must have 1 to ${MAX_NAME} characters.`, {
      hint: 'Choose a shorter one, such as "main".',
    });
  return { channel: API_CHANNEL, externalId: `${id}/${name}`, kind: "direct" };
}

/** Whether a chat is a conversation of this person in the API. */
export function isOwnInApi(
  { channel, externalId }: Pick<Address, "channel" | "externalId">,
  { id }: Pick<Principal, "id">,
): boolean {
  return channel === API_CHANNEL && externalId.startsWith(`${id}/`);
}

function addressOf({ channel, externalId, kind }: Chat): Address {
  return { channel, externalId, kind };
}

/** A direct chat is read by whom it is with, every chat by the owner and admins. */
function refuseToRead({ tenant, kind, uid }: Chat, person: Principal): void {
  const isOwn = kind === "direct" && uid === person.id;
  if (tenant === person.tenant && (isOwn || isAtLeast(person.role, "admin"))) return;
  throw new Fault("denied", "This conversation belongs to someone else.", {
    hint: "Only the owner and admins can read other people's chats.",
  });
}

/** In somebody else's direct chat nobody else speaks; in a group, over the API, the owner and admins. */
async function refuseToSpeak(
  { channel, externalId }: Address,
  person: Principal,
  { store: { read } }: ClientChatDeps,
): Promise<void> {
  const chats = await read.chats.byAddress(channel, externalId);
  const isFree = chats.every(
    ({ kind, uid, tenant }) =>
      tenant === person.tenant &&
      (kind === "direct" ? uid === person.id : isAtLeast(person.role, "admin")),
  );
  if (isFree) return;
  throw new Fault(
    "denied",
    "This conversation belongs to someone else. You can read it but not write to it.",
    {
      hint: "Write in your own chat, or start a new named conversation.",
    },
  );
}
