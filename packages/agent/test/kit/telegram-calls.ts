import type { TelegramEvent, TelegramServer } from "./telegram-server.ts";

/** What bots called so far by this method of the Bot API, oldest first. */
export function callsOf(server: TelegramServer, method: string): readonly TelegramEvent[] {
  return server.events.filter((one) => one.event === "botapi" && one["method"] === method);
}
