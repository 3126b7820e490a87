import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { chatId, closeDate, closePeriod, pollOptions, pollQuestion, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING } from "./posting.ts";

/** Posts a poll into a chat. */
export const telegramCreatePoll = defineTool({
  name: "telegram_create_poll",
  summary:
    "Post a poll (survey, vote) with 2 to 10 answers in a chat: anonymous or public, with " +
    "one or several choices, open or closing by itself. For one right answer, use " +
    "telegram_create_quiz.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z
    .object({
      chatId: chatId("The chat to post the poll in"),
      question: pollQuestion(),
      options: pollOptions(),
      anonymous: z.boolean().default(true).describe("Hide how each person voted."),
      multipleChoice: z
        .boolean()
        .default(false)
        .describe("Let each person choose several answers."),
      publicVoters: z
        .boolean()
        .default(false)
        .describe("Show how each person voted. This overrides anonymous."),
      closePeriod: closePeriod(),
      closeDate: closeDate(),
    })
    .refine(
      (poll) => poll.closePeriod === undefined || poll.closeDate === undefined,
      "set closePeriod or closeDate, not both",
    ),
  utterances: [
    "ask the group where we should eat on Friday: pizza, sushi or tacos",
    "let people vote on the meeting day, Monday to Thursday",
    "make a poll here: who brings the cake?",
    "start an anonymous survey in the residents' chat about the new parking rules",
    "I'd like everyone to pick their t-shirt size, several answers allowed",
    "haz una votación en el grupo: ¿playa o montaña?",
    "зроби опитування в групі, куди їдемо на вихідні",
    "グループで飲み会の日程の投票を作って",
    "lancia un sondaggio nel gruppo: film o bowling?",
    "fais voter le groupe sur l'heure du départ",
    "اسأل المجموعة بتصويت: الخميس أم الجمعة؟",
    "zrób ankietę: kto przyjdzie w sobotę?",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, question, options }, { language }) =>
    texts(language).questions.telegram.createPoll({
      question: quoted(question),
      answers: quoted(options.join(" / ")),
      chat,
    }),

  run: ({ chatId: chat, anonymous, publicVoters, multipleChoice, ...poll }, context) => {
    const { telegram, callId, signal } = context;
    const isAnonymous = anonymous && !publicVoters;
    const post = { type: "poll", ...poll, isAnonymous, allowsSeveral: multipleChoice } as const;
    return telegram.post(chat, post, { callId, signal });
  },
});
