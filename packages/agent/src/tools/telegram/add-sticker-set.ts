import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { stickerSet, TELEGRAM_ACCOUNT } from "./params.ts";

/** Installs a sticker pack for the account. */
export const telegramAddStickerSet = declareTool({
  name: "telegram_add_sticker_set",
  summary:
    "Install (add, save) a sticker pack for your account by its short name or link name, " +
    "so that it is at hand. Find packs with telegram_search_stickers; to send one sticker, " +
    "use telegram_send_sticker.",
  effect: "write",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    shortName: stickerSet(),
  }),
  utterances: [
    "install the sticker pack HotCherry",
    "add those grumpy cats to my sticker collection",
    "I like that pack, keep it for me: t.me/addstickers/UtyaDuck",
    "get the frog stickers onto my account",
    "save this set so I can use it later",
    "ajoute le pack d'autocollants AnimatedPanda",
    "installa gli sticker di GattoNero",
    "adiciona esse pacote de figurinhas de capivara na minha conta",
    "додай мені набір стікерів із качкою",
    "zainstaluj paczkę naklejek z jeżami",
    "このパンダのスタンプセットを追加して",
  ],
});
