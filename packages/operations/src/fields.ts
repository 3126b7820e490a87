import { z } from "zod";

/** The id of a thing. */
export const id = z.string().min(1).max(100).describe("The item's id, as shown in lists.");

/** Effects of tools, from harmless to dangerous; the same as the SDK's. */
export const toolEffect = z.enum(["read", "write", "send", "destroy", "pay", "exec"]);

/** Text with at least one visible character; surrounding spaces are removed. */
export const words = (max: number) => z.string().regex(/\S/).max(max).trim();

/** A person's name or id. */
export const personName = z.string().min(1).max(200).describe("A person's name or id.");

/** A point in time in a person's words. */
export const saidMoment = words(100).describe(
  'A time in ISO 8601, or words such as "tomorrow at 9".',
);

/** A point in time, also formatted for the person. */
export const moment = z.object({
  at: z.number().describe("The time in Unix milliseconds."),
  isDateOnly: z.boolean(),
  text: z.string().describe("The time as text, in the person's time zone."),
});

/** A chat by its channel and the channel's own id. */
export const chatAddress = z.object({
  surface: z.string().min(1).max(100).describe("The channel, such as telegram-bot."),
  chat: z.string().min(1).max(300).describe("The channel's id for the chat."),
});

export type Moment = Readonly<z.output<typeof moment>>;

/** The output of an operation that returns nothing: 204 over HTTP. */
export const nothing = z.void();

/** The name of a chat that a request refers to. */
export const conversationName = z
  .string()
  .min(1)
  .max(100)
  .describe(
    "A session's id, the name of your API chat, or `own` for your chat on another channel.",
  );
