import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Blocks a person for the account. */
export const telegramBlockUser = declareTool({
  name: "telegram_block_user",
  summary:
    "Block a person or bot, so that they can no longer write to you or call you (spam, " +
    "harassment). To remove someone from a group, use telegram_ban_user or " +
    "telegram_kick_user.",
  effect: "destroy",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    userId: userId("The person or bot to block"),
  }),
  utterances: [
    "block @spam_offers",
    "this guy won't stop messaging me, make it end",
    "I never want to hear from user 5512093847 again",
    "put that bot on my blacklist",
    "stop @fake_support from contacting me",
    "blockier bitte @gewinnspiel_bot",
    "заблокируй этого спамера @bystryj_kredit",
    "把 @promo_king 拉黑",
    "bloqueia esse número que fica mandando propaganda, o id é 771203948",
    "@sahte_destek hesabını engelle",
    "bloquea al usuario @estafa_segura",
  ],

  confirm: ({ userId: person }, { language }) =>
    texts(language).questions.telegram.blockUser({ person }),
});
