import { z } from "zod";
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
        .regex(/^\+?[\d\s().-]{5,25}$/, "it must be a phone number with its country's")
        .refine(
          (given) => !/\(0\)|^\D*0/.test(given),
          "it begins with the country's number, as +49 151 23456789: no 0 before it, and no (0) within",
        ),
    ]),
  )
  .default([])
  .transform((given) => given.map((one) => String(one).replaceAll(/\D/g, "")));

/** Other signs would be shown in what is said of a call that cannot be made with them. */
function oneWord() {
  return secret().refine(
    (given) => /^[!-~]+$/.test(given.reveal()),
    "it is one word of plain letters, digits and signs: copy it anew, without line breaks or blanks",
  );
}

/** The `channels.whatsapp` section of the config. */
export const whatsappConfig = z.object({
  phoneNumberId: z
    .union([z.int().positive(), z.string().regex(/^\d+$/, "it is a number's id, in digits")])
    .transform(String)
    .optional()
    .describe(
      "The id of the number that the agent has, as Meta's API Setup shows it: not the number itself. Without it and the three secrets, there is no WhatsApp.",
    ),
  accessToken: oneWord()
    .optional()
    .meta({ variable: "REEVE_WHATSAPP_ACCESS_TOKEN" })
    .describe("The token of a system user that may use the number."),
  appSecret: oneWord()
    .optional()
    .meta({ variable: "REEVE_WHATSAPP_APP_SECRET" })
    .describe("The secret of the Meta app, by which it signs what it sends."),
  verifyToken: secret()
    .optional()
    .meta({ variable: "REEVE_WHATSAPP_VERIFY_TOKEN" })
    .describe("Words of your own, which Meta repeats when it is told the address of the webhook."),
  owners: phoneNumbers.describe(
    "The numbers of the owner, each with its country's, such as +49 151 23456789. One alone is the person at the terminal, with the same notes and memory. Several are owners with things of their own.",
  ),
  allow: phoneNumbers.describe(
    "The numbers of further people who may talk to the agent, as members.",
  ),
  pairing: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Whether somebody unknown who writes is shown a code by which the owner lets them in.",
    ),
  template: z
    .object({
      name: z.string().min(1).describe("As it is called in the WhatsApp Manager."),
      language: z.string().min(2).default("en").describe("The code of its language."),
    })
    .optional()
    .describe(
      "A template without variables that Meta has approved. It is sent, once, where something is to be said to somebody who has not written for 24 hours; what was to be said follows when they answer. Without it, it waits until they write by themselves.",
    ),
  language: z
    .string()
    .min(2)
    .optional()
    .describe(
      "What people speak there, such as de, for what the agent says by itself: WhatsApp does not tell. Without it, agent.language.",
    ),
  apiVersion: z
    .string()
    .regex(/^v\d+\.\d+$/, "it is written as v23.0")
    .default("v23.0")
    .describe("The version of Meta's Graph API."),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .default("https://graph.facebook.com")
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("Where the Graph API is."),
});

export type WhatsAppConfig = z.output<typeof whatsappConfig>;
