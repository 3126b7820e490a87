import { isFault } from "@reeve/sdk";
import type { z } from "zod";
import type { ChannelAccess } from "../../core/channel-access.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { Channel } from "./channel.ts";
import type { ChannelHost } from "./channel-host.ts";
import type { PeopleSettings } from "./settings.ts";

/** Settings of which the required ones are set. */
export type Complete<Settings, Key extends keyof Settings> = Settings & {
  readonly [Name in Key]-?: NonNullable<Settings[Name]>;
};

/**
 * Description of a channel, which the agent knows before the channel is set up. `manifest.ts` in the channel's folder
 * exports one as `manifest`, and imports no code of the channel: `load` does.
 */
export interface ChannelManifest<
  Settings extends PeopleSettings,
  Key extends keyof Settings & string,
  Input = unknown,
> {
  /** Name in addresses, and of the route at `/hooks/`. */
  readonly name: string;
  /** Name of the platform, for people and the model. */
  readonly title: string;
  /** Key of its settings under `channels` in the config. */
  readonly section: string;
  /** One sentence about the section, for the reference. */
  readonly summary: string;
  readonly config: z.ZodType<Settings, Input>;
  /** Settings without which the channel cannot work. If none of them is set, the channel is unwanted. */
  readonly required: readonly Key[];
  /** Returns the URL at which the platform reaches the agent, if the settings have one of their own. */
  publicUrl?(settings: Settings): string | undefined;
  load(): Promise<ChannelModule<Complete<Settings, Key>>>;
}

export function defineChannel<
  Settings extends PeopleSettings,
  const Key extends keyof Settings & string,
  Input,
>(manifest: ChannelManifest<Settings, Key, Input>): ChannelManifest<Settings, Key, Input> {
  return manifest;
}

/** People whom the settings name, by their ids on the platform. */
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
export function configureChannel<
  Settings extends PeopleSettings,
  Key extends keyof Settings & string,
>(manifest: ChannelManifest<Settings, Key>, settings: Settings): ConfiguredChannel {
  const { name, title, section, required } = manifest;
  const unset = required.filter((key) => settings[key] === undefined);
  const missing =
    unset.length === required.length
      ? "unwanted"
      : unset.map((key) => `channels.${section}.${key}`);
  const { owners, allow, direct, groups } = settings;
  return {
    name,
    title,
    missing,
    people: { owners, allow, access: { direct, groups: groups?.policy ?? "disabled" } },
    publicUrl: manifest.publicUrl?.(settings),
    async create(host) {
      if (!isComplete(settings, required))
        throw new Error(`the settings of ${name} are incomplete`);
      return (await manifest.load()).create(settings, host);
    },
    async check(reach) {
      if (missing === "unwanted") return { state: "ok", message: "not set up" };
      if (!isComplete(settings, required))
        return { state: "problem", message: `not set: ${missing.join(", ")}` };
      return (await manifest.load()).check(settings, reach);
    },
  };
}

function isComplete<Settings extends object, Key extends keyof Settings>(
  settings: Settings,
  required: readonly Key[],
): settings is Complete<Settings, Key> {
  return required.every((key) => settings[key] !== undefined);
}

/** How long a check waits for the platform, in milliseconds. */
const LOOK_MS = 10_000;

/**
 * Checks for `reeve doctor` whether the platform accepts an account, and whether anybody may talk to the agent.
 * `look` returns the account, `hindrance` what else stands in its way.
 */
export async function checkAccount<Account extends { readonly name: string }>(
  look: (signal: AbortSignal) => Promise<Account>,
  {
    owners,
    section,
    example,
    hindrance,
  }: Pick<PeopleSettings, "owners"> & {
    readonly section: string;
    /** Owners as the command line takes them. */
    readonly example: string;
    readonly hindrance?: (account: Account) => Finding | undefined;
  },
): Promise<Finding> {
  const found = await attempt(look(AbortSignal.timeout(LOOK_MS)));
  if (found.status === "rejected") return toFinding(found.reason);
  const { name } = found.value;
  const hindered = hindrance?.(found.value);
  if (owners.length > 0 || hindered?.state === "problem")
    return hindered ?? { state: "ok", message: `${name} works` };
  const command = `reeve config set channels.${section}.owners ${example}`;
  return { state: "warning", message: `${name} works, but no owner is set: ${command}` };
}

/** Returns why a platform could not be asked. Rethrows bugs. */
function toFinding(error: unknown): Finding {
  if (!isFault(error)) throw error;
  const state = error.code === "unavailable" ? "warning" : "problem";
  return { state, message: [error.message, error.hint].filter(Boolean).join(" ") };
}
