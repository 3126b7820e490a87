import { type FoundTool, isDeclared } from "./find-tools.ts";

/** Returns the source of `app/catalog.gen.ts`: the tools that are built. */
export function catalogSource(tools: readonly FoundTool[]): string {
  const built = tools.filter(({ tool }) => !isDeclared(tool));
  const imports = built.map(
    ({ exportName, file }) => `import { ${exportName} } from "../${file}";`,
  );
  const names = built.map(({ exportName }) => `  ${exportName},`);
  return [
    "// Written by scripts/gen.ts.",
    'import type { Tool } from "@reeve/sdk";',
    ...imports.toSorted(),
    "",
    "/** Every built-in tool, sorted by name. */",
    "export const catalog: readonly Tool[] = [",
    ...names,
    "];",
    "",
  ].join("\n");
}

/** Returns the source of `app/awaited.gen.ts`: the tools that are declared only, loaded when asked for. */
export function awaitedSource(tools: readonly FoundTool[]): string {
  const rows = tools.flatMap(({ tool, exportName }) => {
    if (!isDeclared(tool)) return [];
    const load = `async () => (await import("./awaited-tools.gen.ts")).${exportName}`;
    return `  { name: "${tool.name}", requires: ${JSON.stringify(tool.requires)}, load: ${load} },`;
  });
  return [
    "// Written by scripts/gen.ts.",
    'import type { UnavailableTool } from "../tools/unavailable-tool.ts";',
    "",
    "/** Every tool that awaits something, sorted by name. */",
    "export const awaited: readonly UnavailableTool[] = [",
    ...rows,
    "];",
    "",
  ].join("\n");
}

/** Returns the source of `app/awaited-tools.gen.ts`: the same tools, which are loaded together. */
export function awaitedToolsSource(tools: readonly FoundTool[]): string {
  const exports = tools.flatMap(({ tool, file, exportName }) =>
    isDeclared(tool) ? `export { ${exportName} } from "../${file}";` : [],
  );
  return ["// Written by scripts/gen.ts.", ...exports, ""].join("\n");
}
