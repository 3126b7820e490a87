import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TELEGRAM_ACCOUNT, userId } from "./params.ts";

/** Lists the groups that the account shares with a person. */
export const telegramGetCommonChats = declareTool({
  name: "telegram_get_common_chats",
  summary:
    "List the groups that you and another person are both in (shared, mutual, common " +
    "chats). Use it to find out where you know someone from.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    userId: userId("The other person"),
    limit: limit("groups", { max: 100, initial: 50 }),
  }),
  utterances: [
    "which groups am I in together with @marta_k?",
    "how do I know this person, do we share any chats?",
    "mutual groups with @omar_ops",
    "are Jonas (id 482910331) and I in the same group somewhere",
    "where have I met @lena_dev on here",
    "in welchen Gruppen bin ich zusammen mit @peter_hh?",
    "в каких общих чатах я состою с @dmitry_s",
    "我和 @xiaolin 有哪些共同群组",
    "que grupos eu e o @rafael_mg temos em comum?",
    "@mehmet_k ile ortak gruplarımız neler",
    "¿en qué grupos coincido con @lucia_m?",
  ],
});
