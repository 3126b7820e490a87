import type { MissingTool } from "../../core/turns/operations/tool-operations.ts";
import { awaited } from "../awaited.gen.ts";
import { formatRequirement } from "../../tools/unavailable-tool.ts";
import { catalog } from "../catalog.gen.ts";
import type { Toolbox } from "../../tools/toolbox.ts";

/** Built-in tools that cannot run here, and what they need. */
export function findUnavailableTools(toolbox: Toolbox): readonly MissingTool[] {
  const left = catalog.filter(({ name }) => !toolbox.get(name));
  return [
    ...awaited.filter(({ name }) => !toolbox.get(name)),
    ...left.map(({ name, needs }) => ({ name, awaits: formatRequirement(needs) })),
  ].map(({ name, awaits }) => ({ name, awaits }));
}
