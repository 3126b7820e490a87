import type { ChatId } from "../../../kernel/ids.ts";
import type { ToolOverride } from "../../../kernel/tool-override.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Store } from "../../../store/store.ts";

/** Tool overrides, as of now. */
export interface CurrentOverrides {
  of(chat: Pick<Chat, "tenant" | "id">): Promise<readonly ToolOverride[]>;
  /** To be called when something was changed. */
  forget(): void;
}

/** Where one process has the store, each chat's are read once, and again after a change. */
export function createCurrentOverrides({
  read,
  isExclusive,
}: Pick<Store, "read" | "isExclusive">): CurrentOverrides {
  const known = new Map<ChatId, readonly ToolOverride[]>();
  let changes = 0;
  return {
    async of({ tenant, id }) {
      const kept = isExclusive ? known.get(id) : undefined;
      if (kept) return kept;
      const before = changes;
      const found = await read.overrides.ofChat(tenant, id);
      if (before === changes) known.set(id, found);
      return found;
    },
    forget() {
      changes += 1;
      known.clear();
    },
  };
}
