import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists whom the account has blocked. */
export const telegramGetBlocked = declareTool({
  name: "telegram_get_blocked",
  summary:
    "List the people and bots on your block list (blacklist), with ids and usernames. To " +
    "see who is banned from a group, use telegram_get_participants.",
  effect: "read",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    limit: limit("people", { max: 100, initial: 50 }),
  }),
  utterances: [
    "who have I blocked?",
    "show my blacklist",
    "is @spam_offers already blocked?",
    "how many people are on my ignore list",
    "let me review the accounts I've shut out",
    "kogo mam na liście zablokowanych?",
    "من هم الأشخاص الذين حظرتهم؟",
    "engellediğim kişileri listele",
    "montre-moi les comptes que j'ai bloqués",
    "wen habe ich alles blockiert?",
    "кто у меня в чёрном списке",
  ],
});
