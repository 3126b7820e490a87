import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { channelId, TELEGRAM_ACCOUNT, userId, username } from "./params.ts";
import { quoted } from "../quoted.ts";

/** Adds people to a channel or supergroup. */
export const telegramInviteToChannel = declareTool({
  name: "telegram_invite_to_channel",
  summary:
    "Invite people to a channel or supergroup: add users by id or username as subscribers " +
    "or members. You need the right to add members. For a new small group, use " +
    "telegram_create_group.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z
    .object({
      channelId: channelId("The channel or supergroup to add people to"),
      userIds: z
        .array(userId())
        .max(100)
        .default([])
        .describe('Numeric ids of people, such as ["123456789"].'),
      usernames: z
        .array(username())
        .max(100)
        .default([])
        .describe('Usernames of people, such as ["@durov"].'),
    })
    .refine(
      ({ userIds, usernames }) => userIds.length + usernames.length > 0,
      "include at least one person in userIds or usernames",
    ),
  utterances: [
    "add @marta_k and @jonas to my channel",
    "invite Peter (id 482910331) to the supergroup",
    "can you bring the two new colleagues, @lena_dev and @omar_ops, into the team channel",
    "get @victor into Harbor Updates",
    "put these usernames into our residents' group: @anna1, @piotr_w, @samir",
    "añade a @lucia_m al canal del colegio",
    "запроси @olena_kv у наш канал",
    "@kenji_t さんをチャンネルに招待して",
    "invita @giulia_b nel supergruppo della libreria",
    "ajoute @paul_r et @ines_d à la chaîne de la famille",
    "أضف @samir_h إلى قناة الحي",
  ],

  confirm: ({ channelId: channel, userIds, usernames }, { language }) => {
    const people = [...userIds, ...usernames];
    const named = { count: people.length, people: quoted(people.join(", ")) };
    return texts(language).questions.telegram.inviteToChannel({ channel, ...named });
  },
});
