import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Lifts the account's block of a person. */
export const telegramUnblockUser = declareTool({
  name: "telegram_unblock_user",
  summary:
    "Unblock a person or bot that you have blocked, so that they can write to you and call " +
    "you again. To see whom you have blocked, use telegram_get_blocked; to lift a ban in a " +
    "group, use telegram_unban_user.",
  effect: "write",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    userId: userId("The blocked person or bot"),
  }),
  utterances: [
    "unblock @old_friend",
    "take that guy off my blacklist",
    "let user 5512093847 write to me again",
    "I overreacted, remove the block on Nina",
    "she may contact me again, undo the block",
    "Blockierung von @kollege_tim aufheben",
    "разблокируй @staryj_drug",
    "把 @lao_wang 从黑名单里移除",
    "desbloqueia o @vizinho_beto",
    "@eski_dost hesabının engelini kaldır",
    "débloque @tante_lucie",
  ],

  confirm: ({ userId: person }, { language }) =>
    texts(language).questions.telegram.unblockUser({ person }),
});
