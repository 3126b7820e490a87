import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TELEGRAM_ACCOUNT } from "./params.ts";
import { quoted } from "../quoted.ts";

/** Joins a channel or group; where joining needs consent, it asks for it. */
export const telegramJoinChannel = declareTool({
  name: "telegram_join_channel",
  summary:
    "Join a channel or group, or subscribe to it, by @username, public t.me link or " +
    "private invite link (t.me/+…). If a group approves new members, this sends a join " +
    "request.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    channel: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe(
        'Channel or group: @username, t.me/name, or an invite link such as "https://t.me/+AbCdEf123".',
      ),
  }),
  utterances: [
    "join @slowradio",
    "subscribe me to t.me/teanotes",
    "here's an invite: https://t.me/+Qw3rTyUiOp, get in there",
    "hop into the Lisbon runners group, the link is t.me/lisbonrunners",
    "I'd like to follow the harbour news channel",
    "dołącz do kanału @porannakawa",
    "اشترك في القناة t.me/akhbar_alhay",
    "şu davet bağlantısıyla gruba gir: t.me/+Zx9CvBn",
    "abonne-moi à la chaîne @carnetsdemer",
    "tritt der Gruppe t.me/wanderfreunde bei",
    "вступи в группу по этой ссылке: t.me/+Lk8JhGf",
  ],

  confirm: ({ channel }, { language }) =>
    texts(language).questions.telegram.joinChannel({ channel: quoted(channel) }),
});
