import { glob } from "node:fs/promises";
import path from "node:path";
import type { Tool, ToolDeclaration } from "@reeve/sdk";

/** A tool, or the declaration of one, and where it stands. */
export interface FoundTool {
  readonly tool: Tool | ToolDeclaration;
  /** The folder under `tools/`, or the feature. */
  readonly category: string;
  /** Path in the searched folder, with `/`. */
  readonly file: string;
  readonly exportName: string;
}

/** Where tools stand: those of a feature in its folder, all others by category. */
const PLACES = ["tools/*/*.ts", "features/*/tools/*.ts"] as const;

/** Finds every tool that a file in `tools/<category>/` or `features/<name>/tools/` exports, sorted by name. */
export async function findTools(folder: string): Promise<readonly FoundTool[]> {
  const found: FoundTool[] = [];
  for await (const name of glob(PLACES, { cwd: folder })) {
    const file = name.replaceAll(path.sep, "/");
    const [, category = ""] = file.split("/");
    if (/\.(test|gen)\.ts$/.test(file) || category === "testing") continue;
    const exports: Record<string, unknown> = await import(path.join(folder, file));
    for (const [exportName, tool] of Object.entries(exports)) {
      if (isTool(tool)) found.push({ tool, category, file, exportName });
    }
  }
  return found.toSorted((one, other) => (one.tool.name < other.tool.name ? -1 : 1));
}

/** Checks whether a tool is only declared: it awaits something before it can run. */
export function isDeclared(tool: FoundTool["tool"]): tool is ToolDeclaration {
  return "requires" in tool;
}

function isTool(value: unknown): value is FoundTool["tool"] {
  if (typeof value !== "object" || value === null) return false;
  const has = (keys: readonly string[]) => keys.every((key) => key in value);
  return (
    has(["name", "summary", "effect", "params"]) && (has(["needs", "run"]) || has(["requires"]))
  );
}
