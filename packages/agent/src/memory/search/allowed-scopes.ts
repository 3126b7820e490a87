import type { Address } from "../../kernel/envelope.ts";
import type { PersonId, ChatId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import type { PassageSource, Scope } from "../../store/search/passages.ts";
import { canSee } from "../can-see.ts";

/** Viewer of a search, and the chat where the answer will be shown. */
export interface Viewer {
  readonly tenant: string;
  readonly person: PersonId;
  readonly role: Role;
  /** `private` where the answer reaches the person alone and no chat, such as a command line. */
  readonly chat: ViewerChat | "private";
}

export interface ViewerChat {
  readonly id: ChatId;
  readonly kind: Address["kind"];
  /** Owner of the chat. */
  readonly uid?: string | undefined;
}

/** Sources that belong to a group; knowledge, notes and other chats are never shown in one. */
const OF_GROUPS: readonly PassageSource[] = ["feed", "session", "fact"];

/**
 * Returns the scopes that a viewer may see. In private the owner sees all of the tenant and others see what
 * belongs to them; everyone else's eyes in a group bound it to what that group has itself.
 */
export function allowedScopes(scopes: readonly Scope[], viewer: Viewer): readonly Scope[] {
  return scopes.filter((scope) => mayShow(scope, viewer));
}

function mayShow(scope: Scope, viewer: Viewer): boolean {
  if (viewer.chat !== "private" && viewer.chat.kind !== "direct") {
    const { tenant, chat, source } = scope;
    const isOfGroup = tenant === viewer.tenant && chat === viewer.chat.id;
    return isOfGroup && OF_GROUPS.includes(source);
  }
  return canSee(viewer, scope);
}
