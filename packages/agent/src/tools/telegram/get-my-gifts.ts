import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, userId } from "./params.ts";

/** Lists the gifts that an account has received. */
export const telegramGetMyGifts = defineTool({
  name: "telegram_get_my_gifts",
  summary:
    "List the gifts that you have received, own and show on your profile, or those of " +
    "another person or of the requester. For the gift shop, use " +
    "telegram_get_available_gifts; for one NFT gift, use telegram_get_unique_gift.",
  effect: "read",
  scope: "always",
  access: "owner",
  needs: ["telegram"],
  params: z
    .object({
      userId: userId("The owner of the gifts (omit it for your own gifts)").optional(),
      viewSender: z
        .boolean()
        .optional()
        .describe("List the gifts of the person who sent the message that you are replying to."),
      limit: limit("gifts", { max: 200, initial: 50 }),
      excludeUnsaved: z
        .boolean()
        .optional()
        .describe("Exclude gifts that are hidden from the profile."),
      excludeSaved: z.boolean().optional().describe("Exclude gifts that are shown on the profile."),
      sortByValue: z
        .boolean()
        .default(false)
        .describe("List the most valuable gifts first instead of the newest."),
    })
    .refine(
      (wanted) => wanted.userId === undefined || wanted.viewSender !== true,
      "set userId or viewSender, not both",
    ),
  utterances: [
    "what gifts do I have?",
    "show my collectibles, most valuable first",
    "which presents did @marta_k receive?",
    "do I still own the Plush Pepe?",
    "what have you got in your gift collection",
    "list the gifts I hide from my profile",
    "jakie prezenty mam na profilu?",
    "ما الهدايا التي وصلتني حتى الآن؟",
    "hediyelerimi değerine göre sırala",
    "quels cadeaux est-ce que je possède ?",
    "welche Geschenke hat @peter_hh bekommen?",
    "покажи мои подарки, самые дорогие сверху",
  ],

  run: ({ userId: user, viewSender, limit: most, ...wanted }, { telegram, signal }) =>
    telegram.ownedGifts(viewSender ? "requester" : user === undefined ? "self" : { user }, {
      limit: most,
      sort: wanted.sortByValue ? "price" : "date",
      excludeHidden: wanted.excludeUnsaved === true,
      excludeShown: wanted.excludeSaved === true,
      signal,
    }),
});
