import { Fault, type Tool } from "@reeve/sdk";
import { createHandles } from "./answer-question.ts";
import type { PluginRecord } from "./records.ts";
import type { Runner } from "./runner.ts";
import { passesOn, toTool } from "./to-tool.ts";

export interface ToolSetDeps {
  readonly key: () => Promise<string>;
  /** Runner of a plugin as it is now. */
  readonly runnerOf: (plugin: string) => Runner | undefined;
}

/** Converts tools of plugins. Unchanged ones stay the same objects, so they are not indexed again. */
export function createToolSet({ key, runnerOf }: ToolSetDeps): {
  readonly of: (record: PluginRecord) => Promise<readonly Tool[]>;
} {
  const known = new Map<string, ReadonlyMap<string, Tool>>();
  return {
    async of({ name, powers, description }) {
      const before = known.get(name);
      const handles = createHandles(name, await key());
      const next = new Map(
        description.tools.map((described) => {
          const mark = JSON.stringify([described, passesOn(powers)]);
          const tool =
            before?.get(mark) ??
            toTool(described, {
              plugin: name,
              powers,
              handleOf: handles.of,
              call(work, options) {
                const runner = runnerOf(name);
                if (runner) return runner.run(work, options);
                throw new Fault("unavailable", `The plugin ${name} may not run.`, {
                  hint: "Why: reeve plugin list",
                });
              },
            });
          return [mark, tool] as const;
        }),
      );
      known.set(name, next);
      return [...next.values()];
    },
  };
}
