import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { chatId, userId, endOf } from "./params.ts";

/** Limits what a person may post in a group, or lifts the limits. */
export const telegramRestrictUser = defineTool({
  name: "telegram_restrict_user",
  summary:
    "Restrict a person in this group without removing them: mute them, allow only text (no " +
    "media, links or polls), or lift the restrictions, permanently or for some hours. To " +
    "remove them, use telegram_kick_user or telegram_ban_user.",
  effect: "send",
  scope: "group-only",
  access: "admin",
  needs: ["telegram", "clock"],
  replay: "rerun",
  resultOrigin: "services",
  params: z.object({
    chatId: chatId("The supergroup"),
    userId: userId("The person to restrict"),
    allow: z
      .enum(["nothing", "text", "everything"])
      .describe("What they may post: nothing (mute), text only, or everything (lift)."),
    durationHours: z
      .number()
      .int()
      .min(1)
      .max(8_784)
      .optional()
      .describe("Length of the restriction in hours; omit it to restrict permanently."),
  }),
  utterances: [
    "mute @loudmouth for two hours",
    "Bob may only write text here from now on, no pictures",
    "silence that user until tomorrow",
    "let Nina post again",
    "take away the right to send media from 771203948",
    "schalte @spammer hier für einen Tag stumm",
    "silencia a este usuario una hora",
    "запрети ему писать в группе на сутки",
    "rends muet @bavard pendant 3 heures",
    "把这个人禁言一小时",
    "onu iki saatliğine sustur",
  ],

  confirm: ({ chatId: chat, userId: person, allow, durationHours: hours = 0 }, { language }) =>
    texts(language).questions.telegram.restrictUser({ person, chat, allow, hours }),

  async run({ chatId: chat, userId: person, allow, durationHours: hours }, context) {
    const { telegram, clock, signal } = context;
    const until = endOf(hours, clock);
    await telegram.restrict(chat, person, { signal, allow, until });
    return { restricted: person, allow };
  },
});
