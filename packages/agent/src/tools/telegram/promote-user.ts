import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { ADMIN_RIGHTS } from "../../integrations/telegram.ts";
import { texts } from "../../platform/texts.ts";
import { chatId, userId } from "./params.ts";

/** Makes a person an administrator of a group with some rights, or takes all of them away. */
export const telegramPromoteUser = defineTool({
  name: "telegram_promote_user",
  summary:
    "Promote a person to administrator of this group or channel with the rights that you list, " +
    "or demote an administrator with an empty list. To limit what someone may post, use " +
    "telegram_restrict_user.",
  effect: "send",
  scope: "group-only",
  access: "owner",
  needs: ["telegram"],
  replay: "rerun",
  resultOrigin: "services",
  params: z.object({
    chatId: chatId("The supergroup or channel"),
    userId: userId("The person"),
    rights: z
      .array(z.enum(ADMIN_RIGHTS))
      .max(ADMIN_RIGHTS.length)
      .describe('All rights that they have from now on, such as ["delete_messages"]; [] demotes.'),
  }),
  utterances: [
    "make Olga an admin who can delete messages and pin",
    "promote 771203948 to moderator",
    "Bob is no longer an admin here, demote him",
    "give Nina the right to invite people",
    "take all admin rights from @old_mod",
    "mach Jonas zum Admin dieser Gruppe",
    "nombra a Lucía administradora del canal",
    "сделай Игоря админом с правом удалять сообщения",
    "retire les droits d'administrateur à Marc",
    "把小李设为管理员",
    "Ayşe'yi bu grupta yönetici yap",
  ],

  confirm: ({ chatId: chat, userId: person, rights }, { language }) => {
    const { promoteUser, demoteUser } = texts(language).questions.telegram;
    if (rights.length === 0) return demoteUser({ person, chat });
    return promoteUser({ person, chat, rights: rights.join(", ") });
  },

  async run({ chatId: chat, userId: person, rights }, { telegram, signal }) {
    await telegram.promote(chat, person, { signal, rights });
    return { person, rights };
  },
});
