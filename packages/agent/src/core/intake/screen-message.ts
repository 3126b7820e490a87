import type { Envelope } from "../../kernel/envelope.ts";
import type { Language } from "../../kernel/languages.ts";
import type { Principal } from "../../kernel/principal.ts";
import { texts } from "../../platform/texts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import { linkCode } from "../accounts/store-link.ts";
import { admit } from "./admit.ts";
import { BLOCKED_WORD } from "../filters.ts";
import type { IntakeDeps } from "./deps.ts";
import { chatUid, resolveChat } from "./resolve.ts";
import { resolveSender } from "./resolve-sender.ts";

/** A message that is kept from the model. */
export interface BlockedMessage {
  /** In English, for the record. */
  readonly reason: string;
  /** Line for the chat, in its language. */
  readonly say: (language: Language) => string | undefined;
}

/** Keeps a message with a blocked word from the model. It is said in the chat if it was meant for the agent. */
export function filterMessage(
  { text, quote, media = [], scheduled, isOwn, isOverheard }: Envelope,
  { filters }: Pick<IntakeDeps, "filters">,
): BlockedMessage | undefined {
  if (!filters || scheduled || isOwn) return undefined;
  const isBlocked = [text, quote?.text ?? "", ...sharedTexts(media)].some(filters.blocksMessage);
  if (!isBlocked) return undefined;
  return {
    reason: BLOCKED_WORD,
    say: (language) => (isOverheard ? undefined : texts(language).turns.blocked),
  };
}

/** Whether a hook wants to see a message: people's own words, but not jobs, and not the agent's account. */
export async function isHooked(
  { scheduled, isOwn }: Envelope,
  { hooks }: Pick<IntakeDeps, "hooks">,
): Promise<boolean> {
  if (!hooks || scheduled || isOwn) return false;
  return hooks.has("messageReceived");
}

/**
 * Asks the hooks of plugins about a message, before it is stored: what they decide is stored in the same commit.
 * They do not see what is ignored anyway, repeats, and codes that link accounts.
 */
export async function screenMessage(
  envelope: Envelope,
  deps: IntakeDeps,
): Promise<BlockedMessage | undefined> {
  const { hooks, policy, store } = deps;
  if (!hooks || linkCode(envelope) !== undefined) return undefined;
  const author = await resolveSender(envelope, deps);
  if (author.role === "stranger") return undefined;
  const access = policy.accessOf?.(envelope.address.channel);
  const chat = await findChat(envelope, author, deps);
  const admission = admit(envelope, author.role, { access, policy: chat.policy });
  if (admission.type === "ignore" || admission.type === "refuse") return undefined;
  const { id, edit, sender, text, quote, media = [] } = envelope;
  if (await store.read.inbox.byMessage(chat.id, id, edit)) return undefined;
  const blocked = await hooks.messageReceived({
    id: `${chat.id}:${id}:${edit}`,
    chat: chat.id,
    person: author.id,
    name: sender.name,
    text: [...sharedTexts(media), text].filter((one) => one !== "").join("\n"),
    quote: quote?.text ?? "",
    isOverheard: admission.type === "note",
    files: media.filter(({ file, image }) => file ?? image).length,
  });
  if (!blocked) return undefined;
  const { plugin, reason, say } = blocked;
  return { reason: `blocked by the plugin ${plugin}: ${reason}`, say: () => say };
}

/** Texts of what is shared without a file: polls, contacts, places. */
function sharedTexts(media: NonNullable<Envelope["media"]>): readonly string[] {
  return media.flatMap((one) => one.text ?? []);
}

/** Returns the chat of a message; a new one is stored. */
async function findChat(envelope: Envelope, author: Principal, deps: IntakeDeps): Promise<Chat> {
  const { address } = envelope;
  const { tenant } = deps.policy;
  const { channel, externalId } = address;
  const key = { tenant, uid: chatUid(address, author), channel, externalId };
  const known = await deps.store.read.chats.byKey(key);
  if (known) return known;
  return deps.store.commit("configure-place", (tx) =>
    resolveChat(tx, envelope, { ...deps, author }),
  );
}
