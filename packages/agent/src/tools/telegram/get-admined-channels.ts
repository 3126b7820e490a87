import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists the public channels that the account administers. */
export const telegramGetAdminedChannels = declareTool({
  name: "telegram_get_admined_channels",
  summary:
    "List the public channels and supergroups that you own or administer, with ids and " +
    "usernames. For all conversations, including private ones, use telegram_get_dialogs.",
  effect: "read",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    forPersonal: z
      .boolean()
      .optional()
      .describe(
        "Only channels that can be shown on your profile with telegram_set_personal_channel.",
      ),
  }),
  utterances: [
    "which channels do I run?",
    "show me every public channel where I'm an admin",
    "list the channels I could put on my profile as my personal channel",
    "what public groups and channels belong to this account",
    "I forgot the handle of one of my channels, what do I own?",
    "welche öffentlichen Kanäle verwalte ich eigentlich?",
    "какие каналы я администрирую",
    "我现在管理着哪些公开频道",
    "em quais canais eu sou administrador?",
    "yönettiğim kanalları sırala",
    "¿qué canales tengo a mi nombre?",
  ],
});
