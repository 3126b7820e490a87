import { toId } from "../../kernel/ids.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import { texts } from "../../platform/texts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { API_CHANNEL } from "../client-chats.ts";
import { postInChat, type PostDeps } from "./post-in-chat.ts";
import type { LocaleOf } from "../locale.ts";
import type { ModelOutage } from "../model-health.ts";

export interface ToldOutage extends ModelOutage {
  readonly tenant: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Notice to the owner and its chat: publish it once the commit is done. */
export interface ToldOwner {
  readonly chat: Chat;
  readonly facts: readonly ChatEvent[];
}

/** Tells the owner what to repair, in the direct chat in which they wrote last; undefined if there is none. */
export async function notifyOwner(
  tx: Repositories,
  { model, cause, reason, since, answeredBy, tenant, at }: ToldOutage,
  deps: PostDeps & { readonly localeOf: LocaleOf },
): Promise<ToldOwner | undefined> {
  const chat = await ownerChat(tx, tenant);
  if (!chat) return undefined;
  const { language } = await deps.localeOf(tx, chat);
  const said = texts(language).turns;
  const text = said.modelNeedsOwner({ cause, model, reason, ...substituteOf({ answeredBy }) });
  const reply = [{ type: "notice", code: "waiting", text } as const];
  const id = `model-down:${model}:${since}`;
  const post = { id, cause: "notice", about: model, reply, at } as const;
  return { chat, facts: await postInChat(tx, chat, { ...post, ...deps }) };
}

/** Arguments of the text about an outage that say who answers meanwhile. */
export function substituteOf({ answeredBy }: Pick<ModelOutage, "answeredBy">) {
  return { answers: answeredBy === undefined ? "nobody" : "fallback", fallback: answeredBy ?? "" };
}

/** Returns the direct chat in which an owner wrote last. */
async function ownerChat({ chats }: Repositories, tenant: string): Promise<Chat | undefined> {
  const direct = await chats.directOf(tenant, ["owner"]);
  const [first] = direct;
  if (!first || direct.length === 1) return first;
  for (const { uid } of direct) {
    const last = await chats.lastOf({ tenant, person: toId(uid) }, { except: API_CHANNEL });
    if (last) return last;
  }
  return first;
}
