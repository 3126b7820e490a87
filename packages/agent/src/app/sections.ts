import type { Tool, ToolDeclaration } from "@reeve/sdk";
import { z } from "zod";
import { type ControlSection, defineMethod } from "../core/control.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** What the agent can do. */
export function toolsSection(toolbox: Toolbox): ControlSection {
  return {
    name: "tools",
    methods: {
      list: defineMethod({
        summary:
          "The tools, with their effect, scope and access; those that cannot run, with what they await.",
        params: z.object({}),
        run: async () => {
          const awaited = await Promise.all(toolbox.awaited.map(({ load }) => load()));
          return [
            ...toolbox.tools.map((tool) => ({ ...factsOf(tool), awaits: null })),
            ...awaited.map((tool) => ({ ...factsOf(tool), awaits: tool.awaits })),
          ];
        },
      }),
    },
  };
}

function factsOf({ name, summary, effect, scope, access }: Tool | ToolDeclaration) {
  return { name, effect, scope, access, summary };
}
