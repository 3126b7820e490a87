import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, limit } from "./params.ts";

/** Lists the members of a group or channel. */
export const telegramGetParticipants = defineTool({
  name: "telegram_get_participants",
  summary:
    "List the members (participants, subscribers) of a group, supergroup or channel, or " +
    "only its admins, bots or banned people. For only the number of members, use " +
    "telegram_get_chat_info.",
  effect: "read",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  params: z.object({
    chatId: chatId("The group, supergroup or channel"),
    filter: z
      .enum(["all", "admins", "banned", "bots"])
      .default("all")
      .describe("Which participants to list: everyone, administrators, banned people, or bots."),
    limit: limit("people", { max: 200, initial: 100 }),
  }),
  utterances: [
    "who is in this group?",
    "list the admins of the residents' chat",
    "which bots do we have in here",
    "who has been banned from our group so far?",
    "is @jonas a member of Harbor Updates?",
    "wer sind die Admins in dieser Gruppe?",
    "кто состоит в этом чате",
    "群里都有哪些成员",
    "quem são os administradores do grupo da escola?",
    "bu grupta kimler var",
    "¿quiénes están expulsados del grupo?",
  ],

  run: ({ chatId: chat, filter, limit: most }, { telegram, signal }) =>
    telegram.members(chat, { filter, limit: most, signal }),
});
