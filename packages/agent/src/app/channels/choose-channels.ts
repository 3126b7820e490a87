import type { Channel } from "../../channels/kit/channel.ts";
import type { ConfiguredChannel } from "../../channels/kit/manifest.ts";
import { createHttpChannel } from "../../channels/http/channel.ts";
import { configureChannels } from "../channels.gen.ts";
import type { Agent } from "../open-agent.ts";
import { type ChannelSetup, createChannelHost } from "./create-channel-host.ts";

/** Creates the channels that are set up; the socket and the gateway belong to the process. */
export async function chooseChannels(
  agent: Agent,
  setup: ChannelSetup,
): Promise<readonly Channel[]> {
  const channels: Channel[] = [createHttpChannel(setup.uploads)];
  for (const configured of configureChannels(setup.config.channels)) {
    if (!isComplete(configured, setup)) continue;
    channels.push(await configured.create(createChannelHost(configured.name, agent, setup)));
  }
  return channels;
}

/** Reports a channel of which only some settings are set. */
function isComplete(
  { name, missing }: ConfiguredChannel,
  { log, steps }: Pick<ChannelSetup, "log" | "steps">,
): boolean {
  if (missing === "unwanted" || missing.length === 0) return missing !== "unwanted";
  const reason = `Not set: ${missing.join(", ")}`;
  log.warn("channel settings are incomplete", { channel: name, reason });
  steps.report(name, reason);
  return false;
}
