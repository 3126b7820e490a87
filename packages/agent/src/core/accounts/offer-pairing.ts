import type { Envelope } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Language } from "../../kernel/languages.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import { truncateToLine } from "../../kernel/text/truncate.ts";
import { texts } from "../../platform/texts.ts";
import type { Pairing } from "../../store/people/pairings.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { textReply } from "../commands.ts";
import type { LocaleOf } from "../locale.ts";
import { postInChat } from "../delivery/post-in-chat.ts";
import { mintCode } from "./link-person.ts";

/** How long a code can be used. */
const CODE_MS = 24 * 60 * 60_000;
/** Nobody is shown their code more often. */
const SHOW_MS = 60 * 60_000;
/** So many codes are made in an hour: more strangers than that are not told anything. */
const MAX_CODES = 20;

export interface PairingOffer {
  readonly envelope: Envelope;
  readonly author: Principal;
  readonly chat: Chat;
}

export interface PairingDeps {
  readonly newId: NewId;
  readonly now: number;
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}

export interface OfferDeps extends PairingDeps {
  readonly policy: {
    /** Display names of channels. Default: their names. */
    readonly channelTitles?: ReadonlyMap<string, string> | undefined;
  };
}

/** Events of a chat, to publish after the commit. */
export interface ToldChat {
  readonly chat: Chat;
  readonly facts: readonly ChatEvent[];
}

/** Whether a message is somebody unknown who asks to be let in: a person's own words in a direct chat. */
export function canPair({ address, sender, edit, forwardedFrom }: Envelope): boolean {
  return address.kind === "direct" && !sender.isBot && edit === 0 && forwardedFrom === undefined;
}

/**
 * Shows somebody unknown a code, once an hour, and tells the owner and admins of a new one in
 * their direct chats, in the caller's transaction. Who was refused is told nothing any more.
 */
export async function offerPairing(
  tx: Repositories,
  { envelope, author, chat }: PairingOffer,
  deps: OfferDeps,
): Promise<readonly ToldChat[]> {
  const { newId, now } = deps;
  const key = { tenant: author.tenant, person: author.id };
  const known = await tx.pairings.ofPerson(key);
  if (known && known.state !== "open") return [];
  if (known && known.expiresAt > now) {
    if (known.shownAt > now - SHOW_MS) return [];
    await tx.pairings.show(key, now);
    return [await show(tx, { chat, pairing: known }, deps)];
  }
  if ((await tx.pairings.madeSince(author.tenant, now - SHOW_MS)) >= MAX_CODES) return [];
  const pairing = newPairing({ envelope, author, chat }, { owner: null, newId, now });
  await tx.pairings.put(pairing);
  const told = [await show(tx, { chat, pairing }, deps)];
  for (const direct of await tx.chats.directOf(author.tenant, ["owner", "admin"])) {
    const id = `pairing:${pairing.code}:${direct.id}`;
    const { language } = await deps.localeOf(tx, direct);
    const hasButtons = deps.isPush(direct.channel);
    const text = questionOf(pairing, envelope, { language, hasButtons, ...deps });
    const choices = ["member", "guest", "refuse"];
    told.push(await ask(tx, direct, { id, text, choices, about: pairing.code, ...deps }));
  }
  return told;
}

/**
 * Asks the owner, in the direct chats that they have, whether an account that said one of their codes is
 * theirs; in the caller's transaction.
 */
export async function askOwner(
  tx: Repositories,
  { envelope, author, chat, owner }: PairingOffer & { readonly owner: Principal },
  deps: OfferDeps,
): Promise<{ readonly code: string; readonly told: readonly ToldChat[] }> {
  const { newId, now } = deps;
  const { sender } = envelope;
  const pairing = newPairing({ envelope, author, chat }, { owner: owner.id, newId, now });
  await tx.pairings.put(pairing);
  const { code, channel, externalId: id } = pairing;
  const directs = await tx.chats.directOf(author.tenant, ["owner"]);
  const told: ToldChat[] = [];
  for (const direct of directs.filter(({ uid }) => uid === owner.id)) {
    const { language } = await deps.localeOf(tx, direct);
    const { linkQuestion, linkAnswer } = texts(language).people;
    const question = linkQuestion({ who: nameOf(sender), id, channel: titleOf(channel, deps) });
    const hasButtons = deps.isPush(direct.channel);
    const text = hasButtons ? question : `${question}\n${linkAnswer({ code })}`;
    const choices = ["mine", "refuse"];
    const saying = { id: `link:${code}:${direct.id}`, text, choices, about: code, ...deps };
    told.push(await ask(tx, direct, saying));
  }
  return { code, told };
}

function newPairing(
  { envelope: { sender }, author, chat }: PairingOffer,
  { owner, newId, now }: Pick<Pairing, "owner"> & Pick<PairingDeps, "newId" | "now">,
): Pairing {
  return {
    tenant: author.tenant,
    person: author.id,
    code: mintCode(newId),
    channel: chat.channel,
    chat: chat.externalId,
    externalId: sender.id,
    language: sender.language ?? null,
    owner,
    createdAt: now,
    expiresAt: now + CODE_MS,
    shownAt: now,
    state: "open",
  };
}

async function show(
  tx: Repositories,
  { chat, pairing }: { readonly chat: Chat; readonly pairing: Pairing },
  deps: PairingDeps,
): Promise<ToldChat> {
  const { code } = pairing;
  const { language } = await deps.localeOf(tx, chat);
  const text = texts(language).people.pairing.asking({ code });
  const id = `pairing:${code}:shown:${deps.now}`;
  return notifyApprovers(tx, chat, { id, text, about: code, ...deps });
}

interface Notice extends Omit<PairingDeps, "localeOf"> {
  readonly id: string;
  readonly text: string;
  readonly about: string;
}

/** Says a line about a pairing in a chat. */
export async function notifyApprovers(
  tx: Repositories,
  chat: Chat,
  { text, ...notice }: Notice,
): Promise<ToldChat> {
  return post(tx, chat, { ...notice, reply: textReply(text) });
}

/** Asks who may decide, with buttons where the channel has some. */
async function ask(
  tx: Repositories,
  chat: Chat,
  { text, choices, ...notice }: Notice & { readonly choices: readonly string[] },
): Promise<ToldChat> {
  const { about } = notice;
  const part = { type: "choice", subject: "pairing", about, text, choices } as const;
  return post(tx, chat, { ...notice, reply: [part] });
}

async function post(
  tx: Repositories,
  chat: Chat,
  { now: at, ...notice }: Omit<Notice, "text"> & { readonly reply: readonly ReplyPart[] },
): Promise<ToldChat> {
  const { id, about, reply, newId, isPush } = notice;
  const saying = { id, cause: "notice", about, reply, at, newId, isPush } as const;
  return { chat, facts: await postInChat(tx, chat, saying) };
}

function questionOf(
  { code, channel, externalId }: Pairing,
  { sender, text }: Envelope,
  {
    language,
    hasButtons,
    policy,
  }: { readonly language: Language; readonly hasButtons: boolean } & Pick<OfferDeps, "policy">,
): string {
  const who = nameOf(sender);
  const { question, wrote, answer } = texts(language).people.pairing;
  const words = text.trim() === "" ? [] : [wrote({ text: truncateToLine(text, MAX_WORDS) })];
  const lines = [
    question({ channel: titleOf(channel, { policy }), who, id: externalId }),
    ...words,
  ];
  return [...lines, ...(hasButtons ? [] : [answer({ code })])].join("\n");
}

/** Maximum length of the words of a stranger that are shown. */
const MAX_WORDS = 200;

function nameOf({ name, username }: Envelope["sender"]): string {
  return username === undefined ? name : `${name} (@${username})`;
}

function titleOf(channel: string, { policy }: Pick<OfferDeps, "policy">): string {
  return policy.channelTitles?.get(channel) ?? channel;
}
