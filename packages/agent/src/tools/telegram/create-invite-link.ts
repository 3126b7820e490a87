import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quotedIf } from "../quoted.ts";
import { chatId, endOf } from "./params.ts";

/** Creates a link with which people join a group or channel. */
export const telegramCreateInviteLink = defineTool({
  name: "telegram_create_invite_link",
  summary:
    "Create an invite link (join link) to this group or channel, limited in time or number of " +
    "people, or with a request that an admin approves. To add people directly, use " +
    "telegram_invite_to_channel.",
  effect: "send",
  scope: "group-only",
  access: "admin",
  needs: ["telegram", "clock"],
  resultOrigin: "services",
  params: z
    .object({
      chatId: chatId("The group, supergroup or channel"),
      name: z.string().trim().min(1).max(32).optional().describe("Name of the link for admins."),
      expiresInHours: z
        .number()
        .int()
        .min(1)
        .max(8_784)
        .optional()
        .describe("Hours until the link expires; omit it for a lasting link."),
      memberLimit: z
        .number()
        .int()
        .min(1)
        .max(99_999)
        .optional()
        .describe("Number of people who may join with it. Default: unlimited."),
      needsApproval: z
        .boolean()
        .default(false)
        .describe("An admin has to approve each person who uses the link."),
    })
    .refine(
      ({ memberLimit, needsApproval }) => memberLimit === undefined || !needsApproval,
      "set memberLimit or needsApproval, not both",
    ),
  utterances: [
    "make an invite link for this group that expires tomorrow",
    "I need a join link for ten people",
    "give me a link so that my cousin can join us here",
    "create a link where I approve everyone who joins",
    "how can others get in? send me an invitation link",
    "erstell einen Einladungslink für die Gruppe",
    "crea un enlace de invitación para 5 personas",
    "сделай ссылку-приглашение в этот чат на сутки",
    "crée un lien d'invitation valable une heure",
    "生成一个群邀请链接",
    "bu grup için davet bağlantısı oluştur",
  ],

  confirm: ({ chatId: chat, name, expiresInHours, memberLimit, needsApproval }, { language }) => {
    const { createInviteLink, inviteHours, invitePeople } = texts(language).questions.telegram;
    const limits = [
      ...(expiresInHours === undefined ? [] : [inviteHours({ hours: expiresInHours })]),
      ...(memberLimit === undefined ? [] : [invitePeople({ people: memberLimit })]),
    ];
    return createInviteLink({
      chat,
      name: quotedIf(name),
      limits: limits.length > 0 ? limits.join(", ") : undefined,
      approval: needsApproval,
    });
  },

  async run({ chatId: chat, name, expiresInHours: hours, memberLimit, needsApproval }, context) {
    const { telegram, clock, signal } = context;
    const until = endOf(hours, clock);
    const link = { name, until, memberLimit, needsApproval };
    return { link: await telegram.inviteLink(chat, link, { signal }) };
  },
});
