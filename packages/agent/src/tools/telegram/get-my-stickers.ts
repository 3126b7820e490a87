import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists the sticker packs of the account. */
export const telegramGetMyStickers = declareTool({
  name: "telegram_get_my_stickers",
  summary:
    "List the sticker packs installed on your account, with title, short name and how many " +
    "stickers they contain. To look for new packs, use telegram_search_stickers.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    limit: limit("packs", { max: 200, initial: 20 }),
  }),
  utterances: [
    "which sticker packs do I have on this account by now?",
    "give me a list of the stickers I've installed so far",
    "do I already own the duck pack?",
    "what's in my sticker collection?",
    "what sticker sets could you use right now",
    "Welche Stickerpakete habe ich schon installiert?",
    "muéstrame los paquetes de stickers que ya tengo",
    "какие наборы стикеров у меня уже стоят?",
    "我账号里都装了哪些贴纸包？",
    "hesabımda yüklü çıkartma paketleri hangileri",
    "ما حزم الملصقات التي أضفتها إلى حسابي؟",
  ],
});
