import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { nameMessages } from "./name-messages.ts";
import { chatId, messageIds } from "./params.ts";

/** Deletes messages of a chat for good. */
export const telegramDeleteMessage = defineTool({
  name: "telegram_delete_message",
  summary:
    "Delete (remove, unsend) messages in a chat by their numbers, for everyone or only for " +
    "this account. For messages that are scheduled to be sent later, use " +
    "telegram_delete_scheduled_message.",
  effect: "destroy",
  scope: "always",
  access: "admin",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    chatId: chatId("The chat that contains the messages"),
    messageIds: messageIds("The messages to delete", 100),
    revoke: z
      .boolean()
      .default(true)
      .describe(
        "Delete the messages for everyone. If false, they are deleted only for this account.",
      ),
  }),
  utterances: [
    "delete the last thing you wrote to the volunteers",
    "remove numbers 3301 and 3302 from the conversation",
    "take that spam down for everyone",
    "erase my typo to Clara, but only on my side",
    "get rid of that embarrassing post before the boss sees it",
    "supprime ce que tu viens d'envoyer à Nadia",
    "cancella per tutti quello che ho scritto stamattina ai colleghi",
    "apaga isso que mandei no grupo da faculdade pra todo mundo",
    "видали моє останнє повідомлення в робочому чаті",
    "usuń ten spam z grupy mieszkańców",
    "さっき部長に送ってしまったのを両方から消して",
  ],

  confirm: ({ chatId: chat, messageIds: messages, revoke }, { language }) => {
    const { deleteForEveryone, deleteForAccount } = texts(language).questions.telegram;
    const ask = revoke ? deleteForEveryone : deleteForAccount;
    return ask({ ...nameMessages(messages), chat: nameChat(chat, language) });
  },

  async run({ chatId: chat, messageIds: messages, revoke }, { telegram, signal }) {
    await telegram.remove(chat, messages, { signal, forEveryone: revoke });
    return { deleted: messages };
  },
});
