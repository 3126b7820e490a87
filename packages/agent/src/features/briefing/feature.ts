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
import type { PersonKey } from "../../store/people/people.ts";

export function createBriefingFeature(deps: FeatureDeps): Feature {
  const briefingOf = (
    scope: Pick<CallScope, "tenant" | "person" | "labels">,
    language?: Language,
  ): Briefing => {
    const { tenant, person } = scope;
    const owner = { tenant, person };
    const labels = labelItems(owner, scope.labels);
    const sources = briefingSources({ store: deps.store, owner, labels, language });
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
  briefingOf: (person: PersonKey, language: Language) => Briefing,
): ChatCommand {
  return {
    name: "briefing",
    usage: "/briefing [day]",
    access: "anyone",
    scope: "read",
    where: "direct",
    async prepare({ person: { tenant, id: person }, argument, language }) {
      const date = argument === "" ? undefined : argument;
      const { text } = await briefingOf({ tenant, person }, language).get({ date });
      return async () => textReply(text);
    },
  };
}
