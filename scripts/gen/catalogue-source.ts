import type { FoundTool } from "./find-tools.ts";

/** The source of `tools/catalogue.gen.ts`. */
export function catalogueSource(tools: readonly FoundTool[]): string {
  const imports = tools.map(({ exportName, file }) => `import { ${exportName} } from "./${file}";`);
  const names = tools.map(({ exportName }) => `  ${exportName},`);
  return [
    "// Written by scripts/gen.ts.",
    'import type { Tool } from "@reeve/sdk";',
    ...imports.toSorted(),
    "",
    "/** Every built-in tool, sorted by name. */",
    "export const catalogue: readonly Tool[] = [",
    ...names,
    "];",
    "",
  ].join("\n");
}
