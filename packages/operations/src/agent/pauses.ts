import { z } from "zod";
import { chatAddress } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const pause = z
  .object({
    where: z.string().describe("A chat, as channel/chat, or `everywhere`."),
    by: z.string(),
    at: z.number(),
    noted: z
      .int()
      .optional()
      .describe(
        "The number of messages that arrived during the pause. Only set for a paused chat.",
      ),
  })
  .meta({ id: "Pause" });

export type Pause = z.output<typeof pause>;

const where = z
  .union([z.literal("everywhere"), chatAddress])
  .optional()
  .describe("`everywhere` or another chat. Default: this chat, or everywhere on the command line.");
const started = z.object({ wasPaused: z.boolean() });
const ended = z.object({ wasPaused: z.boolean(), noted: z.int(), answering: z.int() });

/** Pauses: messages are stored and not answered. */
export const pauses = {
  list: defineOperation({
    name: "pauses.list",
    summary: "List paused chats.",
    input: pageQuery,
    output: pageOf(pause),
    effect: "read",
    scope: "read",
    http: "GET /v1/pauses",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  // Over HTTP, the gateway's own routes resolve the conversation and ask for these.
  start: defineOperation({
    name: "pauses.start",
    summary: "Stop answering, everywhere or in one chat. Messages are still stored.",
    input: z.object({ where }),
    output: started,
    effect: "change",
    undo: "pauses.end",
    scope: "admin",
    cli: { verb: "start", words: ["where?"], usage: "[<channel>/<chat>]", example: "cli/main" },
  }),
  end: defineOperation({
    name: "pauses.end",
    summary: "Start answering again, beginning with the newest message in each direct chat.",
    input: z.object({ where }),
    output: ended,
    effect: "change",
    scope: "admin",
    cli: { verb: "end", words: ["where?"], usage: "[<channel>/<chat>]", example: "cli/main" },
  }),
};
