import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

const exported = z.object({ manifest: z.object({ name: z.string(), section: z.string() }) });

/** Returns the source of `app/channels.gen.ts`: every channel whose folder has a `manifest.ts`. */
export async function channelsSource(root: string): Promise<string> {
  const folder = path.join(root, "packages/agent/src/channels");
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter(
    (file) => /^[^/]+\/manifest\.ts$/.test(file) && !file.startsWith("kit/"),
  );
  const found = await Promise.all(
    files.toSorted().map(async (file) => {
      const module: unknown = await import(pathToFileURL(path.join(folder, file)).href);
      const { section, name } = exported.parse(module).manifest;
      return { file, section, name };
    }),
  );
  const sections = found.map(({ section }) => section);
  return [
    "// Written by scripts/gen.ts.",
    'import { z } from "zod";',
    'import { type ConfiguredChannel, configureChannel } from "../channels/kit/manifest.ts";',
    ...found.map(
      ({ file, section }) => `import { manifest as ${section} } from "../channels/${file}";`,
    ),
    "",
    "/** Settings of every channel. */",
    "export const channelsConfig = z.object({",
    ...sections.map((one) => `  ${one}: ${one}.config.prefault({}).describe(${one}.summary),`),
    "});",
    "",
    "/** Names of the channels: programs of people may not be called at them. */",
    `export const CHANNEL_NAMES: readonly string[] = ${JSON.stringify(found.map(({ name }) => name))};`,
    "",
    "/** Display names of the terminal and the platforms. */",
    "export const CHANNEL_TITLES: ReadonlyMap<string, string> = new Map([",
    '  ["cli", "Terminal"],',
    ...sections.map((one) => `  [${one}.name, ${one}.title],`),
    "]);",
    "",
    "/** Returns every channel with its settings. */",
    "export function configureChannels(",
    "  settings: z.output<typeof channelsConfig>,",
    "): readonly ConfiguredChannel[] {",
    "  return [",
    ...sections.map((one) => `    configureChannel(${one}, settings.${one}),`),
    "  ];",
    "}",
    "",
  ].join("\n");
}
