import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { chatId, userId } from "./params.ts";

/** Removes a person from a group, who may come back. */
export const telegramKickUser = defineTool({
  name: "telegram_kick_user",
  summary:
    "Kick a person out of this group; they can rejoin immediately. To keep them out, use " +
    "telegram_ban_user.",
  effect: "destroy",
  scope: "group-only",
  access: "admin",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    chatId: chatId("The group or supergroup"),
    userId: userId("The person to remove"),
  }),
  utterances: [
    "kick @sleepy_sam from the group",
    "remove Jonas, he can come back when he has calmed down",
    "take @old_colleague out of the team chat",
    "drop the inactive user 771203948 from here",
    "@noisy_neighbour should go, but don't ban him",
    "saca a @visitante_x del grupo, sin bloquearlo",
    "прибери @stary_kolega з групи, хай потім повернеться",
    "@guest_taro さんをグループから外して",
    "butta fuori @chiacchierone dal gruppo, ma può rientrare",
    "retire @ancien_membre du groupe",
    "أخرج @zair_99 من المجموعة دون حظره",
  ],

  confirm: ({ chatId: chat, userId: person }, { language }) =>
    texts(language).questions.telegram.kickUser({ person, chat }),

  async run({ chatId: chat, userId: person }, { telegram, signal }) {
    await telegram.kick(chat, person, { signal });
    return { removed: person };
  },
});
