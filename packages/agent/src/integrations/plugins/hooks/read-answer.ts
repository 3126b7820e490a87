import { Fault, type HookAnswers } from "@reeve/sdk";
import { z } from "zod";

const reason = z.string().min(1).max(300);

/** Schemas of what each hook may answer: whatever else a plugin returns, such as a permission, is refused. */
export const HOOK_ANSWERS: { readonly [Name in keyof HookAnswers]: z.ZodType<HookAnswers[Name]> } =
  {
    messageReceived: z.strictObject({ block: reason, say: z.string().min(1).max(1000).optional() }),
    promptBefore: z.strictObject({ context: z.string().min(1).max(4000) }),
    toolBefore: z.strictObject({ deny: reason }),
    responseBefore: z.union([
      z.strictObject({ text: z.string().min(1).max(100_000) }),
      z.strictObject({ block: reason }),
    ]),
  };

/** Checks what a hook returned; undefined changes nothing. `invalid` for what it may not answer. */
export function readAnswer<Answer>(schema: z.ZodType<Answer>, value: unknown): Answer | undefined {
  if (value === undefined || value === null) return undefined;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Fault("invalid", `It answered what the hook may not: ${z.prettifyError(read.error)}`);
}
