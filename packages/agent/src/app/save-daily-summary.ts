import type { CoreDeps } from "../core/core-deps.ts";
import type { Integrity } from "../kernel/label.ts";
import type { Principal } from "../kernel/principal.ts";
import type { MemoryFiles } from "../memory/memory-files.ts";

/**
 * Appends what a session of the owner's direct chats came to, once, to the day's log;
 * `memoryOf` are the files as somebody of that integrity writes them.
 */
export function createDailySummary(
  memoryOf: (integrity: Integrity) => MemoryFiles,
  owner: Principal,
): NonNullable<CoreDeps["saveDailySummary"]> {
  return async ({ session, chat, text, label }) => {
    if (chat.kind !== "direct" || chat.uid !== owner.id) return;
    const memory = memoryOf(label?.integrity ?? "owner");
    const key = `recap:${session.id}`;
    await memory.append({ target: "daily", section: "Sessions", content: text, key });
  };
}
