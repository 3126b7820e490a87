import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { chatId, userId } from "./params.ts";

/** Lets a banned person join a group again. */
export const telegramUnbanUser = defineTool({
  name: "telegram_unban_user",
  summary:
    "Unban a person: lift their ban from this group or channel, so that they may join " +
    "again. It does not add them. To see who is banned, use telegram_get_participants.",
  effect: "write",
  scope: "group-only",
  access: "admin",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    chatId: chatId("The group, supergroup or channel"),
    userId: userId("The banned person"),
  }),
  utterances: [
    "unban @angry_anton",
    "let @jonas back into the group, he apologised",
    "pardon user 5512093847",
    "the ban on @marta_k was a mistake, undo it",
    "allow @victor to join our chat again",
    "heb die Sperre von @peter_hh in der Gruppe auf",
    "разбань @dmitry_s, он больше не будет",
    "解除对 @xiaolin 的封禁",
    "tira o banimento do @rafael_mg",
    "@mehmet_k kullanıcısının yasağını kaldır",
    "quítale el veto a @lucia_m",
  ],

  confirm: ({ chatId: chat, userId: person }, { language }) =>
    texts(language).questions.telegram.unbanUser({ person, chat }),

  async run({ chatId: chat, userId: person }, { telegram, signal }) {
    await telegram.unban(chat, person, { signal });
    return { unbanned: person };
  },
});
