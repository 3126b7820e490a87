import { tools as operations } from "@reeve/operations/agent/tools";
import type { Language } from "../../../kernel/languages.ts";
import { texts } from "../../../platform/texts.ts";
import { type ChatCommand, textReply, usageFault } from "../../commands.ts";
import type { CurrentOverrides } from "../operations/current-overrides.ts";
import { putOverride } from "../operations/change-override.ts";
import { listModules, type Module, refuseUnknown } from "../operations/tool-operations.ts";
import type { TurnDeps } from "../deps.ts";

export interface ModulesCommandDeps extends Pick<TurnDeps, "toolbox" | "events"> {
  readonly overrides: CurrentOverrides;
}

/** `/modules`: the tools of a chat by category, on or off. */
export function modulesCommand({ toolbox, events, overrides }: ModulesCommandDeps): ChatCommand {
  const facts = {
    name: "modules",
    usage: "/modules [on|off <category>]",
    access: "admin",
    scope: operations.set.scope,
  } as const;
  return {
    ...facts,
    async answer(tx, { chat, person, argument, now, language, afterCommit }) {
      const { tenant } = person;
      const said = texts(language).tools;
      if (argument === "") {
        const modules = await listModules(tx, { tenant, chat, toolbox });
        return textReply(formatModules(modules, language) || said.none);
      }
      const [state, name, ...rest] = argument.split(/\s+/);
      if ((state !== "on" && state !== "off") || name === undefined || rest.length > 0)
        throw usageFault(facts, language);
      const target = { kind: "category", name, chat: chat.id } as const;
      refuseUnknown(target, toolbox);
      const change = { enabled: state === "on" };
      const { facts: told } = await putOverride(
        tx,
        { target, change },
        { person, told: chat, now },
      );
      afterCommit(() => {
        overrides.forget();
        events.publish(chat, told);
      });
      const modules = await listModules(tx, { tenant, chat, toolbox });
      return textReply(
        formatModules(
          modules.filter(({ category }) => category === name),
          language,
        ) || `${name}: ${said.modules[state]}`,
      );
    },
  };
}

function formatModules(modules: readonly Module[], language: Language): string {
  const said = texts(language).tools;
  const rows = modules.map(({ category, state, tools }) => {
    return `${category}: ${said.modules[state]}, ${said.count({ count: tools })}`;
  });
  return rows.join("\n");
}
