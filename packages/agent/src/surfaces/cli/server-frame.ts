import { z } from "zod";
import { isRecord } from "../../kernel/json.ts";
import type { TurnEvent } from "../../kernel/turn-event.ts";
import type { ServerFrame } from "../frames.ts";

/**
 * Reads what a server of the same `FRAMES_VERSION` says. The envelope of a frame
 * is checked; an event is taken at its word, because the same code wrote it.
 */
export const serverFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    id: z.string(),
    version: z.number(),
    agent: z.string(),
    model: z.string(),
    seq: z.number(),
  }),
  z.object({
    type: z.literal("event"),
    event: z.custom<TurnEvent>((value) => isRecord(value) && typeof value["type"] === "string"),
  }),
  z.object({ type: z.literal("reply"), id: z.string(), value: z.unknown() }),
  z.object({
    type: z.literal("fault"),
    id: z.string().optional(),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
  }),
]) satisfies z.ZodType<ServerFrame>;
