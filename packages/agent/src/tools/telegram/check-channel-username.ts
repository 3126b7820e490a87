import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { channelId, TELEGRAM_ACCOUNT, username } from "./params.ts";

/** Asks whether a channel could take a username, without taking it. */
export const telegramCheckChannelUsername = declareTool({
  name: "telegram_check_channel_username",
  summary:
    "Check whether a public username (t.me link name) is free and valid for one of your " +
    "channels or supergroups, before telegram_set_channel_username. To see who owns a " +
    "name, use telegram_check_username.",
  effect: "read",
  sensitiveArguments: { username: "query" },
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    channelId: channelId("The channel or supergroup that would get the username"),
    username: username("The username to check"),
  }),
  utterances: [
    "is @cryptomorning still available for my channel?",
    "could our news channel get the link t.me/dailyharbor?",
    "before I rename it, see if t.me/foxrecipes is taken for the cooking channel",
    "check three options for the channel handle: nordwind, nordwind_hq, nordwindnews",
    'would Telegram let us use "lisbonrunners" as the group\'s public address',
    "ob der Kanalname @fruehstueckspost noch zu haben ist",
    "свободен ли адрес @utrennik_news для моего канала?",
    "帮我看看频道用户名 morningtea 有没有被占用",
    "dá para usar @padariadobairro no meu canal?",
    "kanalım için @sabahkahvesi adı boşta mı",
    "¿está libre el nombre @cafedelpuerto para el canal?",
  ],
});
