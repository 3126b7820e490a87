import { type ChatCommand, inText, wrongUsage } from "../commands.ts";
import type { CurrentOverrides } from "../current-overrides.ts";
import { putOverride } from "./change-override.ts";
import { listModules, type MissingTool, type Module, refuseUnknown } from "./overrides-section.ts";
import type { TurnParts } from "./parts.ts";

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
    async answer(tx, { place, person, argument, now, afterCommit }) {
      const { tenant } = person;
      if (argument === "") {
        const modules = await listModules(tx, { tenant, place, toolbox });
        return inText(modules.map(tell).join("\n") || "There are no tools.");
      }
      const [state, name, ...rest] = argument.split(/\s+/);
      if ((state !== "on" && state !== "off") || name === undefined || rest.length > 0)
        throw wrongUsage(facts);
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
        modules
          .filter(({ category }) => category === name)
          .map(tell)
          .join("\n") || `${name}: ${state}`,
      );
    },
  };
}

function tell({ category, state, tools }: Module): string {
  return `${category}: ${state}, ${tools} ${tools === 1 ? "tool" : "tools"}`;
}
