import type { Language } from "../../kernel/languages.ts";
import type { CallScope } from "../../tools/toolbox.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { itemDeps } from "../item-deps.ts";
import { labelItems } from "../label-items.ts";
import { denyReading, restrictInGroups } from "../restrict-in-groups.ts";
import { briefingSources } from "./briefing-sources.ts";
import { createBriefing } from "./create-briefing.ts";
import type { Briefing } from "./briefing.ts";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { countUnconfirmedMemory } from "../../memory/unconfirmed.ts";
import type { Folder } from "../../platform/folder.ts";

export interface BriefingFeatureDeps extends FeatureDeps {
  /** The workspace, with the owner's memory files. */
  readonly folder: Folder;
}

interface BriefingScope extends Pick<CallScope, "tenant" | "person" | "labels"> {
  readonly setting: Pick<CallScope["setting"], "role">;
}

export function createBriefingFeature(deps: BriefingFeatureDeps): Feature {
  const briefingOf = (scope: BriefingScope, language?: Language): Briefing => {
    const { tenant, person } = scope;
    const owner = { tenant, person };
    const countUnconfirmed = () =>
      countUnconfirmedMemory({ ...owner, role: scope.setting.role }, deps);
    const labels = labelItems(owner, scope.labels);
    const sources = briefingSources({
      store: deps.store,
      owner,
      labels,
      language,
      countUnconfirmed,
    });
    return createBriefing(sources, { ...itemDeps(scope, deps), language });
  };
  return {
    services: {
      briefing: restrictInGroups(
        (scope) => briefingOf(scope),
        () => ({ get: denyReading("The briefing belongs") }),
      ),
    },
    chatCommands: [briefingCommand(briefingOf)],
  };
}

/** `/briefing`: the morning briefing, at once. */
function briefingCommand(
  briefingOf: (scope: BriefingScope, language: Language) => Briefing,
): ChatCommand {
  return {
    name: "briefing",
    usage: "/briefing [day]",
    access: "anyone",
    scope: "read",
    where: "direct",
    async prepare({ person: { tenant, id: person, role }, argument, language }) {
      const date = argument === "" ? undefined : argument;
      const scope = { tenant, person, setting: { role } };
      const { text } = await briefingOf(scope, language).get({ date });
      return async () => textReply(text);
    },
  };
}
