import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { chatId, userId, endOf } from "./params.ts";

/** Removes a person from a group and keeps them out. */
export const telegramBanUser = defineTool({
  name: "telegram_ban_user",
  summary:
    "Ban a person from this group or channel, permanently or for some hours, optionally " +
    "deleting all their messages. To remove someone who may rejoin, use " +
    "telegram_kick_user; for your own inbox, use telegram_block_user.",
  effect: "destroy",
  scope: "group-only",
  access: "admin",
  needs: ["telegram", "clock"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    chatId: chatId("The group, supergroup or channel"),
    userId: userId("The person to ban"),
    deleteMessages: z
      .boolean()
      .default(false)
      .describe("Also delete all messages that the person sent in this chat."),
    durationHours: z
      .number()
      .int()
      .min(1)
      .max(8_784)
      .optional()
      .describe("Length of the ban in hours; omit it to ban permanently."),
  }),
  utterances: [
    "ban @spam_offers from the group",
    "throw that troll out and don't let him back in",
    "shut @angry_anton out for 24 hours",
    "ban the scammer and wipe everything he posted here",
    "lock user 5512093847 out of our chat permanently",
    "sperr @gewinnspiel_bot dauerhaft aus der Gruppe",
    "забань этого спамера и удали его сообщения",
    "把发广告的 @promo_king 永久封禁",
    "bane o @fake_promo do grupo por uma semana",
    "@kumar_reklam kullanıcısını gruptan kalıcı olarak yasakla",
    "veta a @trol_nocturno del grupo durante 48 horas",
  ],

  confirm: (
    { chatId: chat, userId: person, deleteMessages: messages, durationHours: hours },
    { language },
  ) => {
    const { banForGood, banForHours } = texts(language).questions.telegram;
    const ban = { person, chat, messages };
    return hours === undefined ? banForGood(ban) : banForHours({ ...ban, hours });
  },

  async run({ chatId: chat, userId: person, deleteMessages, durationHours: hours }, context) {
    const { telegram, clock, signal } = context;
    const until = endOf(hours, clock);
    await telegram.ban(chat, person, { signal, deleteMessages, until });
    return { banned: person };
  },
});
