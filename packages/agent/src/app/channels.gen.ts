// Written by scripts/gen.ts.
import { z } from "zod";
import { type ConfiguredChannel, configureChannel } from "../channels/kit/manifest.ts";
import { manifest as matrix } from "../channels/matrix/manifest.ts";
import { manifest as telegramBot } from "../channels/telegram-bot/manifest.ts";
import { manifest as whatsapp } from "../channels/whatsapp/manifest.ts";

/** Settings of every channel. */
export const channelsConfig = z.object({
  matrix: matrix.config.prefault({}).describe(matrix.summary),
  telegramBot: telegramBot.config.prefault({}).describe(telegramBot.summary),
  whatsapp: whatsapp.config.prefault({}).describe(whatsapp.summary),
});

/** Names of the channels: programs of people may not be called at them. */
export const CHANNEL_NAMES: readonly string[] = ["matrix", "telegram-bot", "whatsapp"];

/** Display names of the terminal and the platforms. */
export const CHANNEL_TITLES: ReadonlyMap<string, string> = new Map([
  ["cli", "Terminal"],
  [matrix.name, matrix.title],
  [telegramBot.name, telegramBot.title],
  [whatsapp.name, whatsapp.title],
]);

/** Returns every channel with its settings. */
export function configureChannels(
  settings: z.output<typeof channelsConfig>,
): readonly ConfiguredChannel[] {
  return [
    configureChannel(matrix, settings.matrix),
    configureChannel(telegramBot, settings.telegramBot),
    configureChannel(whatsapp, settings.whatsapp),
  ];
}
