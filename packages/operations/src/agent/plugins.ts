import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const powers = z.array(z.string()).describe("Powers in words, one per line.");

const plugin = z
  .object({
    name: z.string(),
    version: z.string(),
    state: z
      .enum(["ready", "restarting", "refused"])
      .describe(
        "ready: it runs, or starts with its next call. restarting: it stopped and is started again later. refused: it may not run until somebody does what the reason says.",
      ),
    reason: z.string().nullable().describe("Why it is not ready; null if it is."),
    powers,
    tools: z.array(z.string()).describe("Names of its tools."),
    isLinked: z.boolean().describe("Whether it is loaded from its author's folder."),
    isRunning: z.boolean().describe("Whether its process runs now."),
  })
  .meta({ id: "Plugin" });

export type PluginState = z.output<typeof plugin>;

const offer = z
  .object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    digest: z.string().describe("SHA-256 of its files."),
    signedBy: z
      .string()
      .nullable()
      .describe("The minisign key with which its archive is signed; null if nobody signed it."),
    powers,
    added: powers.describe("Powers that the installed version does not have."),
    removed: powers.describe("Powers of the installed version that this one does not have."),
    tools: z.array(z.object({ name: z.string(), summary: z.string(), effect: z.string() })),
  })
  .meta({ id: "PluginOffer" });

export type PluginOffer = z.output<typeof offer>;

const source = z
  .string()
  .min(1)
  .max(4096)
  .describe(
    "Absolute path of the plugin's folder or archive on the agent's machine, the https URL of an archive (.zip, .tgz) or a git repository, or its name in the marketplace.",
  );

const name = z.string().min(1).max(100).describe("The plugin's name.");

const needs = { role: "owner", to: "change plugins" } as const;

/** Plugins: code that adds tools and other functions. */
export const plugins = {
  list: defineOperation({
    name: "plugins.list",
    summary: "List the plugins with their states, powers and tools.",
    input: pageQuery,
    output: pageOf(plugin),
    effect: "read",
    scope: "admin",
    needs: { role: "admin", to: "see plugins" },
    http: "GET /v1/plugins",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  inspect: defineOperation({
    name: "plugins.inspect",
    summary:
      "Describe a plugin before it is installed: its powers, and what changes if it is installed. Its code runs in the sandbox, without powers.",
    input: z.object({ source }),
    output: offer,
    effect: "read",
    scope: "admin",
    needs,
    http: "POST /v1/plugin-inspections",
    cli: { verb: "inspect", words: ["source"], example: "/home/ann/price-watcher" },
  }),
  add: defineOperation({
    name: "plugins.add",
    summary:
      "Install a plugin, and approve its files and powers. An installed version is replaced; its data stays.",
    input: z.object({
      source,
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe(
          "The digest that plugins.inspect returned; with other files nothing is installed.",
        ),
      link: z
        .boolean()
        .default(false)
        .describe("Load the plugin from this folder instead of a copy, for its author."),
    }),
    output: plugin,
    effect: "change",
    scope: "admin",
    needs,
    http: "POST /v1/plugins",
  }),
  remove: defineOperation({
    name: "plugins.remove",
    summary: "Stop a plugin and remove its code.",
    input: z.object({
      name,
      data: z.boolean().default(false).describe("Remove its data, too."),
    }),
    output: z.object({ name: z.string() }),
    effect: "change",
    scope: "admin",
    needs,
    http: "DELETE /v1/plugins/{name}",
    cli: { verb: "remove", words: ["name"], example: "price-watcher" },
  }),
};
