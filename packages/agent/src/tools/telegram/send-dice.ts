import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, replyToId, targetOf } from "./params.ts";
import { POSTING } from "./posting.ts";

/** Rolls an animated emoji and reports its value. */
export const telegramSendDice = defineTool({
  name: "telegram_send_dice",
  summary:
    "Roll a die (dice, darts, basketball, football, slot machine, bowling) as an animated " +
    "emoji in a chat and report the random value. Use it for games, drawing lots or " +
    "letting luck decide.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    chatId: chatId("The chat to send the emoji to"),
    emoji: z
      .enum(["🎲", "🎯", "🏀", "⚽", "🎰", "🎳"])
      .default("🎲")
      .describe(
        "What to roll: 🎲 die, 🎯 darts, 🏀 basketball, ⚽ football, 🎰 slot machine, 🎳 bowling.",
      ),
    replyToId: replyToId(),
  }),
  utterances: [
    "roll a die in our board game chat",
    "throw a dart against Felix, let's see who wins",
    "spin the slot machine 🎰 for the guys",
    "let luck decide in the flat chat who cleans the kitchen",
    "shoot some hoops with the emoji ball in the group",
    "lance un dé chez les copains pour décider qui commence",
    "tira a sorte nella chat con Marco chi offre da bere",
    "joga um dado aí pra ver quem paga a pizza",
    "кинь кубик у чаті, хто сьогодні миє посуд",
    "rzuć kostką na grupie, kto robi kawę",
    "このグループでサイコロを振って順番を決めて",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, emoji }, { language }) =>
    texts(language).questions.telegram.sendDice({ emoji, chat: nameChat(chat, language) }),

  run: ({ chatId: chat, emoji, replyToId: message }, { telegram, callId, signal }) =>
    telegram.post(chat, { type: "dice", emoji }, { callId, signal, replyToId: message }),
});
