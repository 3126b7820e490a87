import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";

/** Changes name and bio of the account. */
export const telegramUpdateProfile = defineTool({
  name: "telegram_update_profile",
  summary:
    "Update your own Telegram profile: first name, last name (display name) and bio in one " +
    "go. Omitted fields keep their values. For the bio alone, use telegram_set_bio; for " +
    "the @name, use telegram_set_username.",
  effect: "send",
  scope: "dm-only",
  access: "owner",
  needs: ["telegram"],
  resultOrigin: "services",
  replay: "rerun",
  params: z
    .object({
      firstName: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .optional()
        .describe("New first name, up to 64 characters."),
      lastName: z
        .string()
        .trim()
        .max(64)
        .optional()
        .describe("New last name, up to 64 characters; an empty string removes it."),
      bio: z
        .string()
        .trim()
        .max(70)
        .optional()
        .describe("New bio, up to 70 characters; an empty string removes it."),
    })
    .refine(
      (profile) => Object.values(profile).some((value) => value !== undefined),
      "set at least one of firstName, lastName and bio",
    ),
  utterances: [
    "change my display name to Alexandra",
    "I got married, my last name is Keller now",
    "call me Mo on Telegram and leave out the surname",
    "put name and self-description on my page: Dr. Lee, cardiologist",
    "rename the account to Northwind Support",
    "Ändere meinen Vornamen in Alex",
    "pon García López como mi apellido en el perfil",
    "поменяй моё имя в профиле на Саша",
    "把我的显示名称改成小明",
    "profil adım Deniz Kaya olsun",
    "غيّر اسمي الظاهر للناس إلى أبو سليم",
  ],

  confirm: ({ firstName, lastName, bio }, { language }) => {
    const { profile, updateProfile } = texts(language).questions.telegram;
    const changes = [
      firstName !== undefined && profile.firstName({ name: quoted(firstName) }),
      lastName && profile.lastName({ name: quoted(lastName) }),
      lastName === "" && profile.noLastName,
      bio && profile.bio({ bio: quoted(bio) }),
      bio === "" && profile.noBio,
    ];
    return updateProfile({ changes: changes.filter(Boolean).join(", ") });
  },

  async run(profile, { telegram, signal }) {
    await telegram.editProfile(profile, { signal });
    return { changed: Object.keys(profile) };
  },
});
