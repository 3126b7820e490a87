import { z } from "zod";
import type { Complete } from "../kit/manifest.ts";
import { peopleSettings } from "../kit/settings.ts";
import { secret } from "../../platform/secret.ts";

/** The name of the channel, in addresses and at `/hooks/`. */
export const WHATSAPP = "whatsapp";

/** People write numbers as they like, and YAML takes digits alone for a number. */
const phoneNumbers = z
  .array(
    z.union([
      z.int(),
      z
        .string()
        .regex(/^\+?[\d\s().-]{5,25}$/, "it must be a phone number with its country code")
        .refine(
          (given) => !/\(0\)|^\D*0/.test(given),
          "it must start with the country code, as in +49 151 23456789, without a leading 0 and without (0)",
        ),
    ]),
  )
  .default([])
  .transform((given) => given.map((one) => String(one).replaceAll(/\D/g, "")));

/** Other signs would be shown in what is said of a call that cannot be made with them. */
function oneWord() {
  return secret().refine(
    (given) => /^[!-~]+$/.test(given.reveal()),
    "it must contain only ASCII letters, digits and symbols; copy it again without line breaks or spaces",
  );
}

/** The `channels.whatsapp` section of the config. */
export const whatsappConfig = z.object({
  phoneNumberId: z
    .union([
      z.int().positive(),
      z.string().regex(/^\d+$/, "it must be a phone number's id, in digits"),
    ])
    .transform(String)
    .optional()
    .describe(
      "The agent's phone number id, as shown in Meta's API Setup (not the number itself). WhatsApp needs this id and the three secrets.",
    ),
  accessToken: oneWord()
    .optional()
    .meta({ variable: "REEVE_WHATSAPP_ACCESS_TOKEN" })
    .describe("An access token from a system user with access to the number."),
  appSecret: oneWord()
    .optional()
    .meta({ variable: "REEVE_WHATSAPP_APP_SECRET" })
    .describe("The Meta app's secret, which Meta uses to sign webhooks."),
  verifyToken: secret()
    .optional()
    .meta({ variable: "REEVE_WHATSAPP_VERIFY_TOKEN" })
    .describe("A string of your choice. Meta sends it back when you register the webhook."),
  ...peopleSettings(phoneNumbers, { named: "phone numbers", example: "+49 151 23456789" }),
  template: z
    .object({
      name: z.string().min(1).describe("The template's name in WhatsApp Manager."),
      language: z.string().min(2).default("en").describe("The template's language code."),
    })
    .optional()
    .describe(
      "A template without variables that Meta has approved. It is sent once when a message is due for a person who has not written for 24 hours; the message follows when they reply. Without a template, the message waits until they write.",
    ),
  language: z
    .string()
    .min(2)
    .optional()
    .describe(
      "The language of built-in messages on WhatsApp, such as de, because WhatsApp does not report people's languages. Default: agent.language.",
    ),
  apiVersion: z
    .string()
    .regex(/^v\d+\.\d+$/, "it must be a version such as v23.0")
    .default("v23.0")
    .describe("The version of Meta's Graph API to use."),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .default("https://graph.facebook.com")
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("The base URL of Meta's Graph API."),
});

export type WhatsAppConfig = z.output<typeof whatsappConfig>;

export type WhatsAppSettings = Complete<
  WhatsAppConfig,
  "phoneNumberId" | "accessToken" | "appSecret" | "verifyToken"
>;
