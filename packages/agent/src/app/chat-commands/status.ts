import { agent } from "@reeve/operations/agent/agent";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import type { ModelOutage } from "../../core/model-health.ts";
import { substituteOf } from "../../core/delivery/notify-owner.ts";
import type { Language } from "../../kernel/languages.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Model } from "../../llm/model.ts";
import { countUnconfirmedMemory } from "../../memory/unconfirmed.ts";
import type { Folder } from "../../platform/folder.ts";
import { type Texts, texts } from "../../platform/texts.ts";
import type { Store } from "../../store/store.ts";

export interface StatusCommandDeps {
  readonly store: Store;
  /** The workspace, with the memory files. */
  readonly folder: Folder;
  readonly model: Model;
  readonly clock: Clock;
  readonly version: string;
  readonly startedAt: number;
  /** Models that are down. */
  readonly outages: () => readonly ModelOutage[];
}

/** `/status`: what the agent is doing, without what only its machine's owner should know. */
export function statusCommand(deps: StatusCommandDeps): ChatCommand {
  const { store, model, clock, version, startedAt, outages } = deps;
  return {
    name: "status",
    usage: "/status",
    access: "admin",
    scope: agent.status.scope,
    async prepare({ language, person: { tenant, id: person, role } }) {
      const { queued = 0, taken = 0, answered = 0 } = await store.slow.inbox.count();
      const approvals = await store.slow.approvals.list(LOOKED_AT);
      const open = approvals.filter(({ state }) => state === "pending").length;
      const count = await countUnconfirmedMemory({ tenant, person, role }, deps);
      const said = texts(language).status;
      return async () => {
        const length = formatLength(clock.now() - startedAt, language);
        const down = outages().some(({ answeredBy }) => answeredBy === undefined);
        return textReply(
          [
            formatState({ down, open, taken }, said),
            said.upFor({ version, length }),
            said.model({ model: model.id }),
            ...outages().map((outage) =>
              texts(language).turns.modelNeedsOwner({ ...outage, ...substituteOf(outage) }),
            ),
            said.messages({ answered, taken, queued }),
            said.openApprovals({ open }),
            ...(count > 0 ? [texts(language).briefing.learnedFromOthers({ count })] : []),
          ].join("\n"),
        );
      };
    },
  };
}

/** Says in a sentence how things are: the most important thing only. */
export function formatState(
  { down, open, taken }: { readonly down: boolean; readonly open: number; readonly taken: number },
  said: Texts["status"],
): string {
  if (down) return said.modelDown;
  if (open > 0) return said.needsAnswer({ open });
  return taken > 0 ? said.atWork({ taken }) : said.fine;
}

const LOOKED_AT = 500;
const MINUTE_MS = 60_000;

function formatLength(ms: number, language: Language): string {
  const { durations } = texts(language).status;
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return durations.days({ days, hours: hours % 24 });
  if (hours > 0) return durations.hours({ hours, minutes: minutes % 60 });
  return durations.minutes({ minutes });
}
