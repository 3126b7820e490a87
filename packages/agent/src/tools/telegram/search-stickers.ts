import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Finds sticker packs by keyword. */
export const telegramSearchStickers = declareTool({
  name: "telegram_search_stickers",
  summary:
    "Search Telegram sticker packs by keyword or emoji and return their short names, for " +
    "telegram_add_sticker_set or telegram_send_sticker. For packs that you already have, " +
    "use telegram_get_my_stickers.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "anyone",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('A keyword or an emoji, such as "corgi" or "😂".'),
    limit: limit("packs", { max: 50, initial: 10 }),
  }),
  utterances: [
    "are there sticker packs with corgis?",
    "find stickers that go with 😂",
    "look up a good Christmas sticker set",
    "I want stickers from that office sitcom",
    "which packs out there have sleepy cats in them",
    "Such mir Sticker mit Pinguinen",
    "busca packs de stickers de fútbol",
    "найди стикеры с енотом",
    "找一些熊猫的贴纸包",
    "kedi temalı çıkartma paketi bul",
    "ابحث عن ملصقات عن القهوة",
  ],
});
