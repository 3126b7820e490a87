import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageId } from "./params.ts";

/** Takes pinned messages off the top of a chat. */
export const telegramUnpinMessage = defineTool({
  name: "telegram_unpin_message",
  summary:
    "Unpin a message in a chat, group or channel: a specific one, the newest pin, or all " +
    "pins at once. The messages themselves stay. To pin one, use telegram_pin_message.",
  effect: "send",
  scope: "always",
  access: "admin",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z
    .object({
      chatId: chatId("The chat that contains the message"),
      messageId: messageId("The message to unpin (omit it for the newest pin)").optional(),
      unpinAll: z.boolean().default(false).describe("Unpin all pinned messages in the chat."),
    })
    .refine(
      ({ messageId: message, unpinAll }) => !(unpinAll && message !== undefined),
      "set messageId or unpinAll, not both",
    ),
  utterances: [
    "unpin last month's meeting link",
    "take the pinned note off the top of the climbing group",
    "clear all pins in the channel",
    "the rules no longer need to be stuck up there",
    "remove the newest pin from the dance class",
    "Nimm den angehefteten Aufruf oben in der Nachbarschaftsgruppe weg",
    "desfija el horario viejo del grupo",
    "открепи старое объявление в чате дома",
    "把班群里置顶的那条取消掉",
    "apartman grubunda üstte sabit duran duyuruyu kaldır",
    "ألغِ تثبيت الإعلان القديم في أعلى المجموعة",
  ],

  confirm: ({ chatId: id, messageId: message, unpinAll: all }, { language }) => {
    const { unpinMessage, unpinNewest, unpinAll } = texts(language).questions.telegram;
    const chat = nameChat(id, language);
    if (all) return unpinAll({ chat });
    return message === undefined ? unpinNewest({ chat }) : unpinMessage({ message, chat });
  },

  async run({ chatId: chat, messageId: message, unpinAll }, { telegram, signal }) {
    const which = unpinAll ? "all" : (message ?? "newest");
    await telegram.unpin(chat, which, { signal });
    return { unpinned: which };
  },
});
