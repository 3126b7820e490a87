import { isFault } from "@reeve/sdk";
import type { z } from "zod";
import type { ChannelAccess } from "../../core/channel-access.ts";
import type { Channel } from "./channel.ts";
import type { ChannelHost } from "./channel-host.ts";

/**
 * Description of a channel, which the agent knows before the channel is set up. `manifest.ts` in the channel's folder
 * exports one as `manifest`, and imports no code of the channel: `load` does.
 */
export interface ChannelManifest<Settings, Input = unknown> {
  /** Name in addresses, and of the route at `/hooks/`. */
  readonly name: string;
  /** Name of the platform, for people and the model. */
  readonly title: string;
  /** Key of its settings under `channels` in the config. */
  readonly section: string;
  /** One sentence about the section, for the reference. */
  readonly summary: string;
  readonly config: z.ZodType<Settings, Input>;
  /** Returns the settings that are still needed; `unwanted` if none of them is set. */
  missing(settings: Settings): readonly string[] | "unwanted";
  /** Returns the people whom the settings name, by their ids on the platform. */
  people(settings: Settings): ChannelPeople;
  /** Returns the URL at which the platform reaches the agent, if the settings have one of their own. */
  publicUrl?(settings: Settings): string | undefined;
  load(): Promise<ChannelModule<Settings>>;
}

export interface ChannelPeople {
  readonly owners: readonly string[];
  /** Members. */
  readonly allow: readonly string[];
  readonly access: ChannelAccess;
}

/** Code of a channel. It is loaded only if the channel's settings are complete. */
export interface ChannelModule<Settings> {
  create(settings: Settings, host: ChannelHost): Channel;
  /** Checks the settings for `reeve doctor`, and whether the platform accepts them. */
  check(settings: Settings, reach: Reach): Promise<Finding>;
}

/** How platforms reach the agent. */
export interface Reach {
  readonly publicUrl?: string | undefined;
  readonly allowedHosts: readonly string[];
}

export interface Finding {
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** A channel with its settings. */
export interface ConfiguredChannel {
  readonly name: string;
  readonly title: string;
  readonly missing: readonly string[] | "unwanted";
  readonly people: ChannelPeople;
  readonly publicUrl: string | undefined;
  create(host: ChannelHost): Promise<Channel>;
  check(reach: Reach): Promise<Finding>;
}

/** Binds a channel to its settings. */
export function configureChannel<Settings>(
  manifest: ChannelManifest<Settings>,
  settings: Settings,
): ConfiguredChannel {
  const { name, title, section } = manifest;
  const missing = manifest.missing(settings);
  const named =
    missing === "unwanted" ? missing : missing.map((one) => `channels.${section}.${one}`);
  return {
    name,
    title,
    missing: named,
    people: manifest.people(settings),
    publicUrl: manifest.publicUrl?.(settings),
    create: async (host) => (await manifest.load()).create(settings, host),
    async check(reach) {
      if (named === "unwanted") return { state: "ok", message: "not set up" };
      if (named.length > 0) return { state: "problem", message: `not set: ${named.join(", ")}` };
      return (await manifest.load()).check(settings, reach);
    },
  };
}

/** Returns which of the required settings are not set; `unwanted` if none is. */
export function findUnset<Settings extends object>(
  settings: Settings,
  required: readonly (keyof Settings & string)[],
): readonly string[] | "unwanted" {
  const missing = required.filter((name) => settings[name] === undefined);
  return missing.length === required.length ? "unwanted" : missing;
}

/** Returns why a platform could not be asked. Rethrows bugs. */
export function toFinding(error: unknown): Finding {
  if (!isFault(error)) throw error;
  const state = error.code === "unavailable" ? "warning" : "problem";
  return { state, message: [error.message, error.hint].filter(Boolean).join(" ") };
}
