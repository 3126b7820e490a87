import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, closeDate, closePeriod, pollOptions, pollQuestion, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING } from "./posting.ts";

/** Posts a quiz into a chat. */
export const telegramCreateQuiz = defineTool({
  name: "telegram_create_quiz",
  summary:
    "Post a quiz (trivia question) in a chat: 2 to 10 answers, one of which is right, with " +
    "an explanation shown after guessing. For a vote without a right answer, use " +
    "telegram_create_poll.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z
    .object({
      chatId: chatId("The chat to post the quiz in"),
      question: pollQuestion(),
      options: pollOptions(),
      correctOptionIndex: z
        .number()
        .int()
        .min(0)
        .max(9)
        .describe("Position of the right answer in options; 0 is the first."),
      explanation: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe("Why this answer is right, shown after a guess; up to 200 characters."),
      closePeriod: closePeriod(),
      closeDate: closeDate(),
    })
    .refine(
      ({ options, correctOptionIndex }) => correctOptionIndex < options.length,
      "correctOptionIndex must be the position of one of the options, from 0",
    )
    .refine(
      (quiz) => quiz.closePeriod === undefined || quiz.closeDate === undefined,
      "set closePeriod or closeDate, not both",
    ),
  utterances: [
    "make a quiz for the geography class: what's the capital of Australia, Canberra is right",
    "trivia question for the family chat with one correct answer, something about dinosaurs",
    "post something they can guess about how mortgages work and explain the right option",
    "let's test the students, did the Berlin Wall fall in 1961, 1989 or 1991?",
    "ask the team a question where they see at once whether they got it right",
    "Mach ein Quiz in die Schulgruppe: Welcher Planet ist der größte?",
    "lanza en el grupo una pregunta de trivial sobre ríos con la respuesta correcta marcada",
    "сделай викторину в чате класса: сколько костей у взрослого человека",
    "在我们班群里发一道测验题，正确答案选 B",
    "sınıf grubuna doğru cevabı belli olan bir bilgi sorusu at",
    "اعمل سؤال مسابقة عن عواصم أوروبا في المجموعة مع تحديد الإجابة الصحيحة",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, question, options, correctOptionIndex }, { language }) =>
    texts(language).questions.telegram.createQuiz({
      question: quoted(question),
      answers: quoted(options.join(" / ")),
      n: correctOptionIndex + 1,
      chat: nameChat(chat, language),
    }),

  run: ({ chatId: chat, correctOptionIndex: option, explanation, ...quiz }, context) => {
    const { telegram, callId, signal } = context;
    const right = { option, explanation };
    const post = { type: "poll", ...quiz, isAnonymous: true, allowsSeveral: false, right } as const;
    return telegram.post(chat, post, { callId, signal });
  },
});
