import { z } from "zod";
import type { ReplayMeta } from "../model.ts";
import type { VendorOptions } from "./vendor.ts";

const optionsSchema = z.record(z.string(), z.record(z.string(), z.json())).optional();

const metaSchema = z.object({
  model: z.string(),
  parts: z.array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("reasoning"), text: z.string(), options: optionsSchema }),
      z.object({ type: z.literal("text"), length: z.number(), options: optionsSchema }),
      z.object({ type: z.literal("call"), index: z.number(), options: optionsSchema }),
    ]),
  ),
});

/**
 * A part of an answer, in the provider's order. Texts and calls are stored in the message itself.
 */
export type MetaPart =
  | {
      readonly type: "reasoning";
      readonly text: string;
      readonly options: VendorOptions | undefined;
    }
  | {
      readonly type: "text";
      /** Length of its text within the message's text. */
      readonly length: number;
      readonly options: VendorOptions | undefined;
    }
  | {
      readonly type: "call";
      readonly index: number;
      readonly options: VendorOptions | undefined;
    };

export type ReplayPart = z.infer<typeof metaSchema>["parts"][number];

/** Returns the data to store with an answer for the next request; undefined if there is none. */
export function writeReplayMeta(model: string, parts: readonly MetaPart[]): ReplayMeta | undefined {
  const isPlain = parts.every(({ type, options }) => type !== "reasoning" && !options);
  return isPlain ? undefined : { model, parts };
}

/**
 * Reads the stored data. Returns undefined if it belongs to another model, or no longer fits the
 * message because its text or calls have changed.
 */
export function readReplayMeta(
  meta: ReplayMeta | undefined,
  { model, text, calls }: { model: string; text: string; calls: readonly unknown[] },
): readonly ReplayPart[] | undefined {
  const kept = metaSchema.safeParse(meta).data;
  if (kept?.model !== model) return undefined;
  const chars = kept.parts.reduce((sum, part) => sum + (part.type === "text" ? part.length : 0), 0);
  const indexes = kept.parts.flatMap((part) => (part.type === "call" ? [part.index] : []));
  const fits = chars === text.length && indexes.length === calls.length;
  return fits && indexes.every((index, at) => index === at) ? kept.parts : undefined;
}
