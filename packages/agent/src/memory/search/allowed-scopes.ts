import type { Address } from "../../kernel/envelope.ts";
import type { PersonId, ChatId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import type { PassageSource, Scope } from "../../store/passages.ts";
import { canSee } from "../can-see.ts";

/** Who looks something up, and where the answer will be seen. */
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
  /** Whose chat it is. */
  readonly uid?: string | undefined;
}

/** What a group has of its own; knowledge, notes and other chats are never shown to one. */
const OF_GROUPS: readonly PassageSource[] = ["feed", "session", "fact"];

/**
 * The scopes that a viewer may see. In private the owner sees all of the tenant and others see
 * what belongs to them; everyone else's eyes in a group bound it to what that group has itself.
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
