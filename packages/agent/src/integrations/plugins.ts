import { EFFECTS, HOOKS } from "@reeve/sdk";
import { z } from "zod";
import type { ExtensionHooks } from "../kernel/extension-hooks.ts";
import { secret } from "../platform/secret.ts";

/** Name of a plugin; its tools are named `<name>_<tool>`, with underscores for hyphens. */
export const pluginName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, {
    error:
      "names of plugins have lowercase letters, digits and single hyphens, such as price-watcher",
  })
  .max(24);

/** The `plugins` section of the config. */
export const pluginsConfig = z.object({
  trusted: z
    .array(pluginName)
    .default([])
    .describe(
      "Plugins that may run without a sandbox, where bubblewrap is missing. They can read every file that this user can read.",
    ),
  settings: z
    .record(pluginName, z.record(z.string(), z.unknown()))
    .default({})
    .describe("Settings of plugins, by the plugin's name. Each plugin documents its own."),
  secrets: z
    .record(pluginName, z.record(z.string(), secret()))
    .default({})
    .describe("Secrets of plugins, by the plugin's name and the name that its manifest declares."),
  marketplace: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("URL of an index from which plugins are installed by name: a JSON file."),
  hotReload: z
    .boolean()
    .default(false)
    .describe(
      "For authors: whether linked plugins are loaded again when their files change, without approval as long as they declare no further powers.",
    ),
});

export type PluginsConfig = z.output<typeof pluginsConfig>;

/** Host that a plugin may reach: a name, or `*.` and a name for all names under it. */
const host = z.string().regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/, {
  error: "a host is a name such as api.example.com or *.example.com",
});

/** Powers that a plugin declares; it has no others. */
export const pluginPowers = z.strictObject({
  /** Effects of its tools. */
  effects: z.array(z.enum(EFFECTS)).default([]),
  hosts: z.array(host).max(20).default([]),
  secrets: z
    .record(
      z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/),
      z.strictObject({ description: z.string().max(200), isRequired: z.boolean().default(true) }),
    )
    .default({}),
  /** Whether it may write to chats in which it was called. */
  messages: z.boolean().default(false),
  /** Extension hooks that it has. */
  hooks: z.array(z.enum(HOOKS)).default([]),
  /** Whether its messages may have buttons, whose presses it handles. */
  buttons: z.boolean().default(false),
  /** Whether it may send invoices in Telegram Stars, and pay them back. */
  payments: z.boolean().default(false),
});

export type PluginPowers = z.output<typeof pluginPowers>;

/** Powers in words, one line each, sorted. */
export type PowerLines = readonly string[];

/** State of a plugin. */
export interface PluginStatus {
  readonly name: string;
  readonly version: string;
  /**
   * `ready`: it runs, or starts with its next call. `restarting`: its process ended, and waits to be started
   * again. `refused`: it cannot run before somebody does what `reason` says.
   */
  readonly state: "ready" | "restarting" | "refused";
  readonly reason: string | null;
  readonly powers: PowerLines;
  readonly tools: readonly string[];
  readonly isLinked: boolean;
  readonly isRunning: boolean;
}

/** A plugin before it is installed. */
export interface PluginOffer {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** SHA-256 of all files. */
  readonly digest: string;
  /** Key with which its archive is signed; null if nobody signed it. */
  readonly signedBy: string | null;
  readonly powers: PowerLines;
  /** Powers that the installed version does not have. All, if none is installed. */
  readonly added: PowerLines;
  readonly removed: PowerLines;
  readonly tools: readonly {
    readonly name: string;
    readonly summary: string;
    readonly effect: string;
  }[];
}

/** Something that a person did and a plugin handles. */
export interface HandledEvent {
  readonly kind: "press" | "payment";
  readonly id: string;
  readonly chat: string;
  readonly person: string;
  readonly body: unknown;
}

/** Plugins of the agent. */
export interface Plugins {
  list(): Promise<readonly PluginStatus[]>;
  /** Loaded plugins that may not run, with the reason. */
  refused(): readonly { readonly name: string; readonly reason: string }[];
  /**
   * Reads a plugin and describes it. `source` is an absolute path of a folder or an archive, a URL of an archive or a git
   * repository, or a name in the marketplace. Its code runs in the sandbox, without powers.
   */
  inspect(source: string): Promise<PluginOffer>;
  /**
   * Installs a plugin, or links its folder. `conflict` unless its digest is the one that was approved.
   */
  add(
    source: string,
    options: { readonly digest: string; readonly link: boolean },
  ): Promise<PluginStatus>;
  /** Removes a plugin, and its data too if `data` is set. `missing` for an unknown name. */
  remove(name: string, options: { readonly data: boolean }): Promise<void>;
  /** Hooks of all plugins, for the flow. */
  readonly hooks: ExtensionHooks;
  /**
   * Has a plugin handle what a person did. Returns the text that it answers, if any. `missing` if it is not
   * installed, `unavailable` if it does not run.
   */
  handle(plugin: string, event: HandledEvent, signal: AbortSignal): Promise<string | undefined>;
  /** Runs plugins until `signal` aborts. Never rejects because of a plugin. */
  run(signal: AbortSignal): Promise<void>;
}
