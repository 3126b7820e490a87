import type { Toolbox } from "./toolbox.ts";

/** Returns why a call could never be made; undefined if it could. */
export function findProblem(
  { name, params }: { readonly name: string; readonly params: unknown },
  toolbox: Pick<Toolbox, "get" | "requires">,
): string | undefined {
  const tool = toolbox.get(name);
  if (!tool) {
    const requires = toolbox.requires(name);
    return requires === undefined
      ? `Unknown tool: "${name}".`
      : `The tool ${name} is unavailable: it needs ${requires}.`;
  }
  const parsed = tool.params.safeParse(params);
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  return `${name}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "wrong arguments"}`;
}
