import { glob } from "node:fs/promises";
import path from "node:path";
import type { Tool, ToolDeclaration } from "@reeve/sdk";

/** A tool, or the declaration of one, and where it stands. */
export interface FoundTool {
  readonly tool: Tool | ToolDeclaration;
  /** The folder under `tools/`. */
  readonly category: string;
  /** Relative to `tools/`, with `/`. */
  readonly file: string;
  readonly exportName: string;
}

/** Every tool that a file in a folder of `tools/` exports, sorted by name. */
export async function findTools(folder: string): Promise<readonly FoundTool[]> {
  const found: FoundTool[] = [];
  for await (const name of glob("*/*.ts", { cwd: folder })) {
    const file = name.replaceAll(path.sep, "/");
    if (/\.(test|gen)\.ts$/.test(file) || file.startsWith("testing/")) continue;
    const exports: Record<string, unknown> = await import(path.join(folder, file));
    for (const [exportName, tool] of Object.entries(exports)) {
      if (isTool(tool)) found.push({ tool, category: path.dirname(file), file, exportName });
    }
  }
  return found.toSorted((one, other) => (one.tool.name < other.tool.name ? -1 : 1));
}

/** Whether a tool is only declared: it awaits something before it can run. */
export function isDeclared(tool: FoundTool["tool"]): tool is ToolDeclaration {
  return "awaits" in tool;
}

function isTool(value: unknown): value is FoundTool["tool"] {
  if (typeof value !== "object" || value === null) return false;
  const has = (keys: readonly string[]) => keys.every((key) => key in value);
  return has(["name", "summary", "effect", "params"]) && (has(["needs", "run"]) || has(["awaits"]));
}
