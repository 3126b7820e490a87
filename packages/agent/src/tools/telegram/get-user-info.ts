import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { userId, username } from "./params.ts";

/** Reads the full profile of one person. */
export const telegramGetUserInfo = defineTool({
  name: "telegram_get_user_info",
  summary:
    "Read a person's or bot's full profile: names, username, bio, phone if visible, online " +
    "status, birthday, number of shared chats. For only a username, use " +
    "telegram_check_username; for yourself, use telegram_get_me.",
  effect: "read",
  sensitiveArguments: { username: "query" },
  scope: "always",
  access: "owner",
  needs: ["telegram"],
  params: z
    .object({
      userId: userId("The person").optional(),
      username: username("The person's username").optional(),
    })
    .refine(
      (who) => (who.userId === undefined) !== (who.username === undefined),
      "set either userId or username",
    ),
  utterances: [
    "show me the profile of @marta_k",
    "what does Omar's bio say? his handle is @omar_ops",
    "who is user 5512093847",
    "when was @lena_dev last online?",
    "does @jonas have Premium and a birthday on his profile?",
    "¿qué pone @lucia_m en su biografía?",
    "хто такий користувач 662019384, що в нього в профілі",
    "@kenji_t さんのプロフィールを見せて",
    "dimmi chi è @giulia_b e quando era online",
    "affiche la fiche complète de @paul_r",
    "اعرض ملف المستخدم @samir_h الشخصي",
  ],

  run: ({ userId: user, username: name }, { telegram, signal }) =>
    telegram.person(user ?? name ?? "", { signal }),
});
