import { type ChatCommand, inText } from "../../core/commands.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Model } from "../../llm/model.ts";
import type { Store } from "../../store/store.ts";

export interface StatusCommandParts {
  readonly store: Store;
  readonly model: Model;
  readonly clock: Clock;
  readonly version: string;
  readonly startedAt: number;
}

/** `/status`: what the agent is doing, without what only its machine's owner should know. */
export function statusCommand(parts: StatusCommandParts): ChatCommand {
  const { store, model, clock, version, startedAt } = parts;
  return {
    name: "status",
    usage: "/status",
    summary: "what the agent is doing",
    access: "admin",
    async prepare() {
      const { queued = 0, taken = 0, answered = 0 } = await store.slow.inbox.count();
      const approvals = await store.slow.approvals.list(LOOKED_AT);
      const open = approvals.filter(({ state }) => state === "pending").length;
      return async () =>
        inText(
          [
            `Reeve ${version}, up for ${tellLength(clock.now() - startedAt)}`,
            `model: ${model.id}`,
            `messages: ${answered} answered, ${taken} in work, ${queued} waiting`,
            `open questions: ${open}`,
          ].join("\n"),
        );
    },
  };
}

const LOOKED_AT = 500;
const MINUTE_MS = 60_000;

function tellLength(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
