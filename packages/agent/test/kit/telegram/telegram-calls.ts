import type { TelegramEvent, TelegramServer } from "./telegram-server.ts";

/** Returns the calls that bots made to this Bot API method so far, oldest first. */
export function callsOf(server: TelegramServer, method: string): readonly TelegramEvent[] {
  return server.events.filter((one) => one.event === "botapi" && one["method"] === method);
}
