import { z } from "zod";
import { grantTerms, VERDICTS } from "../core/inbox.ts";
import type { TurnEvent } from "../kernel/turn-event.ts";

/** Raised when a frame changes its meaning; both sides refuse another number. */
export const FRAMES_VERSION = 1;

const id = z.string().min(1).max(100);

/** Which conversation, where it is not the one of the hello: a connection may be in several. */
const chat = z.string().min(1).max(100).optional();

/**
 * What a client says: one JSON object a line, on the socket and on WebSocket.
 * Each carries an `id`, which the reply or fault repeats.
 */
export const clientFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    id,
    version: z.number(),
    /** The conversation to talk in. */
    chat: z.string().min(1).max(100),
    /** Over WebSocket, where neither a header nor a cookie says who it is. */
    token: z.string().max(500).optional(),
  }),
  z.object({
    type: z.literal("deliver"),
    id,
    chat,
    /** Chosen by the client; the same message sent twice is accepted once. */
    message: z.string().min(1).max(100),
    /** Empty only where images speak for themselves. */
    text: z.string(),
    /** PNG, JPEG, GIF or WebP in base64: at most 4, of at most 5 MB each. */
    images: z.array(z.string()).readonly().optional(),
  }),
  z.object({
    type: z.literal("decide"),
    id,
    chat,
    approval: z.string(),
    verdict: z.enum(VERDICTS),
    /** Why it is refused, what to answer, or what to change. */
    reason: z.string().optional(),
    /** Arguments to run with instead of the ones shown. */
    args: z.unknown().optional(),
    /** Allow this tool in this place from now on, on these terms where there are any. */
    always: z.union([z.boolean(), grantTerms]).optional(),
  }),
  z.object({ type: z.literal("stop"), id, chat }),
  z.object({
    type: z.literal("control"),
    id,
    chat,
    /** `section.method` */
    method: z.string(),
    params: z.unknown(),
  }),
  /** Facts after `since`, then everything as it happens. Once for each conversation. */
  z.object({ type: z.literal("subscribe"), id, chat, since: z.number().int().min(0) }),
  /** Ends it. */
  z.object({ type: z.literal("unsubscribe"), id, chat }),
]);

export type ClientFrame = z.output<typeof clientFrame>;

/** What the server says. */
export type ServerFrame =
  | {
      readonly type: "hello";
      readonly id: string;
      readonly version: number;
      /** Version of Reeve. */
      readonly agent: string;
      /** The model that answers, as people are told. */
      readonly model: string;
      /** The number of the place's last fact: subscribe since here to hear only what is new. */
      readonly seq: number;
    }
  | {
      readonly type: "event";
      /** As the subscription named it; missing for the conversation of the hello. */
      readonly chat?: string | undefined;
      readonly event: TurnEvent;
    }
  | { readonly type: "reply"; readonly id: string; readonly value: unknown }
  | {
      readonly type: "fault";
      /** Missing when the frame could not be read. */
      readonly id?: string | undefined;
      readonly code: string;
      readonly message: string;
      readonly hint?: string | undefined;
    };
