import type { Language } from "../../kernel/languages.ts";
import { tellCount } from "../../kernel/tell-count.ts";
import { type ChatCommand, inText, wrongUsage } from "../commands.ts";
import type { CurrentOverrides } from "../current-overrides.ts";
import { putOverride } from "./change-override.ts";
import { listModules, type MissingTool, type Module, refuseUnknown } from "./overrides-section.ts";
import type { TurnParts } from "./parts.ts";
import { turnCommandTextsIn } from "./turn-command-texts.ts";

export interface ModulesCommandParts extends Pick<TurnParts, "toolbox" | "events"> {
  readonly missing: readonly MissingTool[];
  readonly overrides: CurrentOverrides;
}

/** `/modules`: the tools of a chat by category, on or off. */
export function modulesCommand({
  toolbox,
  events,
  missing,
  overrides,
}: ModulesCommandParts): ChatCommand {
  const facts = {
    name: "modules",
    usage: "/modules [on|off <category>]",
    summary: "the tools of this chat by category; turn some off or on here",
    access: "admin",
  } as const;
  return {
    ...facts,
    async answer(tx, { place, person, argument, now, language, afterCommit }) {
      const { tenant } = person;
      const texts = turnCommandTextsIn(language);
      if (argument === "") {
        const modules = await listModules(tx, { tenant, place, toolbox });
        return inText(tell(modules, language) || texts.noTools);
      }
      const [state, name, ...rest] = argument.split(/\s+/);
      if ((state !== "on" && state !== "off") || name === undefined || rest.length > 0)
        throw wrongUsage(facts, language);
      const target = { kind: "category", name, place: place.id } as const;
      refuseUnknown(target, { toolbox, missing });
      const change = { enabled: state === "on" };
      const { facts: told } = await putOverride(
        tx,
        { target, change },
        { person, told: place, now },
      );
      afterCommit(() => {
        overrides.forget();
        events.publish(place, told);
      });
      const modules = await listModules(tx, { tenant, place, toolbox });
      return inText(
        tell(
          modules.filter(({ category }) => category === name),
          language,
        ) || `${name}: ${texts.modules[state]}`,
      );
    },
  };
}

function tell(modules: readonly Module[], language: Language): string {
  const texts = turnCommandTextsIn(language);
  const rows = modules.map(({ category, state, tools }) => {
    return `${category}: ${texts.modules[state]}, ${tellCount(texts.tools, tools, language)}`;
  });
  return rows.join("\n");
}
