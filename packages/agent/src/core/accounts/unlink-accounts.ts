import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { cancelInChat, type CancelInChatOptions } from "./cancel-in-chat.ts";
import { withdrawIdentityMessages } from "./withdraw-identity-messages.ts";
import type { AccountLink } from "../../store/people/account-links.ts";

/** More than anybody looks through. */
const MAX_ITEMS = 1000;

/** A chat in which something ended, with what to publish there. */
export interface EndedChat {
  readonly chat: Chat;
  readonly facts: readonly ChatEvent[];
}

/** Result of undoing a link. */
export interface UnlinkResult {
  /** Direct chats that are somebody else's from here on, and others in which a turn was stopped. */
  readonly ended: readonly EndedChat[];
  /** The accounts that went, as `channel/name`, and what goes on that may have been made through them. */
  readonly parted: CreatedSince & { readonly accounts: readonly string[]; readonly since: string };
}

/**
 * Makes two people of one again, in the caller's transaction: what was moved by the link is moved
 * back, what was under way in the chats that go with it ends, and so does what was written
 * elsewhere under the names that go. Answers with undefined where there is no such link, or it
 * was undone before. Once the commit is done, publish the facts, abort the turns that run in the
 * ended chats, and say what there is to look through.
 */
export async function unlinkAccounts(
  tx: Repositories,
  { tenant, id }: { readonly tenant: string; readonly id: string },
  options: Omit<CancelInChatOptions, "person">,
): Promise<UnlinkResult | undefined> {
  const links = await tx.accountLinks.list(tenant);
  const link = links.find((one) => one.id === id);
  const person = link && (await tx.people.byId(link.person));
  if (!person) return undefined;
  const chats = await tx.chats.directWith({ tenant, person: person.id });
  if (!(await tx.accountLinks.undo(tenant, id, options.now))) return undefined;
  const ended: EndedChat[] = [];
  for (const chat of chats) {
    const isLost = (await tx.chats.byId(chat.id))?.uid !== person.id;
    if (isLost) ended.push({ chat, facts: await cancelInChat(tx, chat, { ...options, person }) });
  }
  const names = await tx.people.identitiesOf(link.joined);
  for (const chat of await withdrawIdentityMessages(tx, { author: person.id, names }))
    ended.push({ chat, facts: [] });
  const accounts = names.map(({ channel, externalId }) => `${channel}/${externalId}`);
  const since = new Date(link.at).toISOString();
  return { ended, parted: { accounts, since, ...(await findCreatedSince(tx, link)) } };
}

/** Log sentence that tells the owner what to review after a link was undone. */
export const UNLINKED = "accounts were separated: review what was created while they were linked";

/** Ids of what a person made that continues to run; hooks by name. */
interface CreatedSince {
  readonly links: readonly string[];
  readonly jobs: readonly string[];
  readonly hooks: readonly string[];
  readonly webhooks: readonly string[];
  readonly tokens: readonly string[];
}

/**
 * Finds what a person made since a link that continues to run: which of their accounts made it is
 * unknown.
 */
async function findCreatedSince(
  tx: Repositories,
  { id: parted, tenant, person, at }: AccountLink,
): Promise<CreatedSince> {
  const links = await tx.accountLinks.list(tenant);
  const jobs = await tx.jobs.list({ tenant, maker: person, states: ["active"], limit: MAX_ITEMS });
  const hooks = await tx.incomingWebhooks.list(tenant);
  const webhooks = await tx.webhooks.list(tenant);
  const tokens = await tx.tokens.list(tenant);
  const isOwn = (made: { readonly person: AccountLink["person"]; readonly createdAt: number }) =>
    made.person === person && made.createdAt >= at;
  return {
    links: links
      .filter((link) => link.person === person && link.at >= at && link.undoneAt === null)
      .flatMap(({ id }) => (id === parted ? [] : [id])),
    jobs: jobs.filter(({ createdAt }) => createdAt >= at).map(({ id }) => id),
    hooks: hooks.filter((hook) => hook.state === "on" && isOwn(hook)).map(({ name }) => name),
    webhooks: webhooks.filter((one) => one.state === "on" && isOwn(one)).map(({ id }) => id),
    tokens: tokens.filter((one) => one.revokedAt === null && isOwn(one)).map(({ id }) => id),
  };
}
