import { type ChatCommand, inText } from "../../core/commands.ts";
import { fillIn, type Language } from "../../kernel/languages.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Model } from "../../llm/model.ts";
import type { Store } from "../../store/store.ts";
import { stateTextsIn } from "./state-texts.ts";

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
    async prepare({ language }) {
      const { queued = 0, taken = 0, answered = 0 } = await store.slow.inbox.count();
      const approvals = await store.slow.approvals.list(LOOKED_AT);
      const open = approvals.filter(({ state }) => state === "pending").length;
      const texts = stateTextsIn(language);
      return async () => {
        const length = tellLength(clock.now() - startedAt, language);
        return inText(
          [
            fillIn(texts.upFor, { version, length }),
            fillIn(texts.model, { model: model.id }),
            fillIn(texts.messages, { answered, taken, queued }),
            fillIn(texts.openQuestions, { open }),
          ].join("\n"),
        );
      };
    },
  };
}

const LOOKED_AT = 500;
const MINUTE_MS = 60_000;

function tellLength(ms: number, language: Language): string {
  const { lengths } = stateTextsIn(language);
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return fillIn(lengths.days, { days, hours: hours % 24 });
  if (hours > 0) return fillIn(lengths.hours, { hours, minutes: minutes % 60 });
  return fillIn(lengths.minutes, { minutes });
}
