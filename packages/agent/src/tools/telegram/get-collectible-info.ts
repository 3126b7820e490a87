import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TELEGRAM_ACCOUNT } from "./params.ts";

/** Tells what a collectible username or number was bought for on Fragment. */
export const telegramGetCollectibleInfo = declareTool({
  name: "telegram_get_collectible_info",
  summary:
    "Look up the Fragment purchase of a collectible username or anonymous phone number " +
    "(+888): date, price and link. For collectible gifts, use telegram_get_unique_gift.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    type: z
      .enum(["username", "phone"])
      .describe("Whether the value is a username or a phone number."),
    value: z
      .string()
      .trim()
      .min(3)
      .max(40)
      .describe('Username, such as "@king", or the phone number, such as "+88801234567".'),
  }),
  utterances: [
    "how much was @king sold for on Fragment?",
    "when was the number +888 0123 4567 bought and for what price?",
    "was the username @auto ever auctioned",
    "what did the owner pay for @coffee",
    "fragment purchase details for +88804442020",
    "¿por cuánto se vendió el alias @luna en Fragment?",
    "за скільки купили номер +888 0555 1212 на Fragment",
    "Fragmentで @sushi はいくらで売れたの",
    "a quanto è stato venduto il nome utente @roma su Fragment?",
    "combien a coûté le pseudo @paris sur Fragment",
    "بكم بيع المعرّف @oud على Fragment؟",
  ],
});
