import type { IntakePolicy } from "../../core/intake/deps.ts";
import type { PersonId } from "../../kernel/ids.ts";
import { TELEGRAM_BOT } from "../../channels/telegram-bot/config.ts";
import { WHATSAPP } from "../../channels/whatsapp/config.ts";
import type { Config } from "../config-schema.ts";

/** People that a channel's settings name, by their ids on that channel. */
interface Named {
  readonly owners: readonly string[];
  readonly allow: readonly string[];
}

/** Returns the roles that the settings give people. Anyone who can open the socket is the owner. */
export function chooseRoles(
  { telegramBot, whatsapp }: Config["channels"],
  owner: PersonId,
): IntakePolicy["roleOf"] {
  const named = new Map<string, Named>([
    [TELEGRAM_BOT, telegramBot],
    [WHATSAPP, whatsapp],
  ]);
  return (channel, sender) => {
    if (channel === "cli") return sender === owner ? "owner" : "stranger";
    const people = named.get(channel);
    if (people?.owners.includes(sender)) return "owner";
    return people?.allow.includes(sender) ? "member" : "stranger";
  };
}
