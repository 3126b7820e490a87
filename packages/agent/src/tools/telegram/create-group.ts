import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TELEGRAM_ACCOUNT, userId } from "./params.ts";
import { quoted } from "../quoted.ts";

/** Opens a small private group with certain people. */
export const telegramCreateGroup = declareTool({
  name: "telegram_create_group",
  summary:
    "Create a new private group chat with one or more people. For a channel, a public " +
    "group or a supergroup, use telegram_create_channel; to add people to one, use " +
    "telegram_invite_to_channel.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    title: z.string().trim().min(1).max(128).describe("The group's name, up to 128 characters."),
    userIds: z
      .array(userId())
      .min(1)
      .max(200)
      .describe('First members, by numeric id or @username, such as ["@durov"].'),
  }),
  utterances: [
    "make a group with @marta_k and @jonas called Trip to Porto",
    "start a chat for the three of us: me, @lena_dev and @omar_ops",
    "I need a private group for planning mum's birthday, with @anna1 and @piotr_w",
    "put @victor and @samir in a new group together with me",
    'set up a group chat "Kitchen renovation" with the plumber @pipes_bob',
    "crea un grupo con @lucia_m y @ana_rz para la cena",
    "створи групу «Похід» з @olena_kv і @taras_m",
    "@kenji_t と @yuki_s を入れた「花見」グループを作って",
    "apri una chat di gruppo con @giulia_b e @marco_f",
    "monte un groupe avec @paul_r et @ines_d pour le week-end",
    "أنشئ مجموعة باسم رحلة الجمعة تضم @samir_h و@rana_k",
  ],

  confirm: ({ title, userIds }, { language }) =>
    texts(language).questions.telegram.createGroup({
      title: quoted(title),
      count: userIds.length,
      people: quoted(userIds.join(", ")),
    }),
});
