import { Fault, type Plugin, z } from "@reeve/sdk/plugin";
import { type PluginDescription, pluginDescription } from "../protocol.ts";

/** A plugin that was imported, with what it holds. */
export interface ReadPlugin {
  readonly plugin: Plugin;
  readonly description: PluginDescription;
  readonly migrations: readonly string[];
  readonly readConfig: (settings: unknown) => unknown;
}

const plugins = z.custom<Plugin>((value) => typeof value === "object" && value !== null);

/** Reads the default export of a plugin's main file. `invalid` if it is no plugin. */
export function readPlugin(found: unknown): ReadPlugin {
  const read = z.object({ default: plugins }).safeParse(found);
  if (!read.success)
    throw new Fault("invalid", "The main file exports no plugin.", {
      hint: "Export one: export default definePlugin({ … })",
    });
  const { default: plugin } = read.data;
  const described = pluginDescription.safeParse({
    tools: (plugin.tools ?? []).map(
      ({ name, summary, effect, scope, access, replay, timeoutMs, utterances, params }) => ({
        name,
        summary,
        effect,
        scope: scope ?? "always",
        access: access ?? "member",
        replay,
        timeoutMs,
        utterances: utterances ?? [],
        schema: toSchema(params),
      }),
    ),
    schedules: (plugin.schedules ?? []).map(({ name, everySeconds }) => ({ name, everySeconds })),
    hooks: Object.entries(plugin.hooks ?? {}).map(([name, hook]) => ({
      name,
      priority: hook?.priority ?? 0,
    })),
    callbacks: (plugin.callbacks ?? []).map(({ prefix }) => prefix),
    hasPayments: plugin.onPayment !== undefined,
    hasStart: plugin.start !== undefined,
  });
  if (!described.success)
    throw new Fault("invalid", `The plugin is not valid: ${z.prettifyError(described.error)}`);
  return {
    plugin,
    description: described.data,
    migrations: plugin.migrations ?? [],
    readConfig: (settings) => readConfig(plugin.config, settings),
  };
}

function toSchema(params: z.ZodType): unknown {
  const { $schema: _, ...schema } = z.toJSONSchema(params, { io: "input", target: "draft-7" });
  return schema;
}

function readConfig(schema: z.ZodType | undefined, settings: unknown): unknown {
  if (!schema) {
    if (settings === undefined) return undefined;
    throw new Fault("invalid", "The plugin has no settings.", { hint: "Remove them." });
  }
  const read = schema.safeParse(settings ?? {});
  if (read.success) return Object.freeze(read.data);
  throw new Fault("invalid", `The settings do not fit: ${z.prettifyError(read.error)}`);
}
