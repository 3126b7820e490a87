import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageId } from "./params.ts";

/** Pins a message at the top of a chat. */
export const telegramPinMessage = defineTool({
  name: "telegram_pin_message",
  summary:
    "Pin a message to the top of a chat, group or channel so that everyone finds it " +
    "(rules, address, link), with or without a notification. To take it off, use " +
    "telegram_unpin_message.",
  effect: "send",
  scope: "always",
  access: "admin",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    chatId: chatId("The chat that contains the message"),
    messageId: messageId("The message to pin"),
    silent: z.boolean().default(false).describe("Pin the message without notifying the members."),
    bothSides: z
      .boolean()
      .default(true)
      .describe("In a direct chat, also pin the message for the other person."),
  }),
  utterances: [
    "pin the house rules at the top of the neighbours group",
    "make the meeting link stick so that nobody has to ask again",
    "keep Maria's note on top without notifying anyone",
    "this address should stay visible for everybody at the head of the chat",
    "fix number 77 to the top of the channel",
    "épingle l'adresse du rendez-vous chez les bénévoles",
    "fissa in alto gli orari degli allenamenti",
    "fixa o link da aula no topo do grupo",
    "закріпи правила чату для сусідів",
    "przypnij adres noclegu na górze czatu",
    "会議のリンクを一番上にピン留めしておいて",
  ],

  confirm: ({ chatId: chat, messageId: message, silent }, { language }) =>
    texts(language).questions.telegram.pinMessage({
      message,
      chat: nameChat(chat, language),
      silent,
    }),

  async run({ chatId: chat, messageId: message, silent }, { telegram, signal }) {
    await telegram.pin({ chatId: chat, messageId: message }, { signal, silent });
    return { pinned: message };
  },
});
