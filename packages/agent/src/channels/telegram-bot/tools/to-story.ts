import { Fault } from "@reeve/sdk";
import type { Api } from "grammy";
import type { TelegramStory } from "../../../integrations/telegram.ts";
import type { ApiSignal } from "../call-timeouts.ts";
import type { OwnedConnection } from "../incoming/business-connections.ts";
import { captionOf, toFile } from "./to-request.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Returns the request that publishes a story, and fails if the bot may not publish it. */
export function toStory(
  { type, file, caption, duration, privacy }: TelegramStory,
  connection: OwnedConnection | undefined,
): (api: Api, stop: ApiSignal | undefined) => Promise<{ readonly id: number }> {
  if (!connection?.canPostStories)
    throw new Fault("unavailable", "The bot may not publish stories of the requester's account.", {
      hint: "In the Telegram app: Settings, Telegram Business, Chatbots. Connect the bot, and allow it to manage stories.",
    });
  if (privacy !== "everyone")
    throw new Fault("unavailable", "Bots publish stories for everyone only.", {
      hint: 'Use the privacy "everyone", or publish the story in the Telegram app.',
    });
  const media = toFile(file);
  const content =
    type === "photo"
      ? { type, photo: media }
      : { type, video: media, ...(duration !== undefined && { duration }) };
  const words = caption === undefined ? {} : captionOf(caption);
  return (api, stop) => api.postStory(connection.id, content, DAY_SECONDS, words, stop);
}
