import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { channelId } from "./params.ts";

/** Leaves a channel or supergroup; a private one may be closed to you afterwards. */
export const telegramLeaveChannel = defineTool({
  name: "telegram_leave_channel",
  summary:
    "Leave a channel or supergroup and stop receiving its posts (unsubscribe, exit). " +
    "Rejoining a private one requires a new invitation.",
  effect: "destroy",
  scope: "dm-only",
  access: "owner",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z.object({
    channelId: channelId("The channel or supergroup to leave"),
  }),
  utterances: [
    "get me out of the crypto signals group",
    "unsubscribe from @dealsoftheday",
    "leave that channel, it only posts ads",
    "I don't want to be in Lisbon Runners anymore",
    "quit the supergroup -1001893345120",
    "abmelden vom Kanal @angebote_taeglich",
    "выйди из группы «Соседи 12»",
    "帮我退出那个促销频道",
    "sai do grupo de promoções, por favor",
    "şu reklam kanalından çık",
    "salte del canal de ofertas",
  ],

  confirm: ({ channelId: channel }, { language }) =>
    texts(language).questions.telegram.leaveChannel({ channel }),

  async run({ channelId: channel }, { telegram, signal }) {
    await telegram.leave(channel, { signal });
    return { left: channel };
  },
});
