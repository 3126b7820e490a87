import type { Tool } from "@reeve/sdk";
import { CONNECTIONS, formatRequirement } from "../../packages/agent/src/tools/unavailable-tool.ts";
import { type FoundTool, isDeclared } from "./find-tools.ts";

/** Returns the source of `app/catalog.gen.ts`: the tools that run without a connection. */
export function catalogSource(tools: readonly FoundTool[]): string {
  return listSource(tools.filter(isBuiltIn), {
    name: "catalog",
    about: "Every built-in tool, sorted by name.",
  });
}

/** Returns the source of `app/<service>-tools.gen.ts`: the tools that need the service of a connection. */
export function connectedSource(tools: readonly FoundTool[], service: string): string {
  return listSource(
    tools.filter(({ tool }) => !isDeclared(tool) && tool.needs.some((need) => need === service)),
    {
      name: `${service}Tools`,
      about: `Every tool that needs the service \`${service}\`, sorted by name.`,
    },
  );
}

function listSource(
  built: readonly FoundTool[],
  { name, about }: { readonly name: string; readonly about: string },
): string {
  const imports = built.map(
    ({ exportName, file }) => `import { ${exportName} } from "../${file}";`,
  );
  const names = built.map(({ exportName }) => `  ${exportName},`);
  return [
    "// Written by scripts/gen.ts.",
    'import type { Tool } from "@reeve/sdk";',
    ...imports.toSorted(),
    "",
    `/** ${about} */`,
    `export const ${name}: readonly Tool[] = [`,
    ...names,
    "];",
    "",
  ].join("\n");
}

/** Returns the source of `app/awaited.gen.ts`: the tools that await something, loaded when asked for. */
export function awaitedSource(tools: readonly FoundTool[]): string {
  const rows = tools.flatMap((found) => {
    if (isBuiltIn(found)) return [];
    const { tool, exportName } = found;
    const requires = isDeclared(tool) ? tool.requires : formatRequirement(connectionsOf(tool));
    const load = `async () => (await import("./awaited-tools.gen.ts")).${exportName}`;
    return `  { name: "${tool.name}", requires: ${JSON.stringify(requires)}, load: ${load} },`;
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
  const exports = tools.flatMap((found) =>
    isBuiltIn(found) ? [] : `export { ${found.exportName} } from "../${found.file}";`,
  );
  return ["// Written by scripts/gen.ts.", ...exports, ""].join("\n");
}

function isBuiltIn({ tool }: FoundTool): boolean {
  return !isDeclared(tool) && connectionsOf(tool).length === 0;
}

function connectionsOf({ needs }: Pick<Tool, "needs">): readonly string[] {
  return needs.filter((need) => CONNECTIONS.includes(need));
}
