import type { Tool } from "@reeve/sdk";
import { CORE_FILES, PROTECTED_FILES } from "../integrations/workspace.ts";
import { isRecord } from "../kernel/text/json.ts";

/** Tools that replace, move or remove what their arguments name, and the arguments that name it. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  workspace_rename: ["from", "to"],
  workspace_delete: ["path"],
  workspace_write: ["path"],
};

/**
 * Returns the name of a file of the agent itself that a call would replace, move or remove, or a protected one
 * that it would write; undefined if it
 * names none. The workspace refuses it, too: here it is refused before anybody is asked.
 */
export function findKeptFile(
  { name: tool }: Pick<Tool, "name">,
  args: unknown,
): string | undefined {
  if (!isRecord(args)) return undefined;
  const paths = (CHANGING[tool] ?? []).flatMap((argument) => {
    const path = args[argument];
    return typeof path === "string" ? [fold(path)] : [];
  });
  const kept = tool === "workspace_write" ? PROTECTED_FILES : [...PROTECTED_FILES, ...CORE_FILES];
  return kept.find((file) => paths.includes(fold(file)));
}

/** Spelled as the most forgiving file system would take it. */
function fold(path: string): string {
  return path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/")
    .normalize("NFKC")
    .toLowerCase();
}
