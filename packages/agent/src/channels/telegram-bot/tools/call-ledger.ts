import { isFault, type Probe } from "@reeve/sdk";
import { attempt } from "../../../kernel/attempt.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import { isRecord } from "../../../kernel/text/json.ts";
import type { ChannelState } from "../../kit/channel-state.ts";
import { answerOf } from "../telegram-fault.ts";

/**
 * Record of calls that post, which survives a crash: Telegram has no key for repeated requests, so a post
 * that was not confirmed is never made again.
 */
export interface CallLedger {
  /** Runs a call's work; its value and the fact that it started are stored. */
  run<Value>(callId: string, work: () => Promise<Value>): Promise<Value>;
  probe(callId: string): Promise<Probe>;
}

export function createCallLedger(memory: ChannelState): CallLedger {
  return {
    async run(callId, work) {
      const key = keyOf(callId);
      await memory.set(key, "{}");
      const made = await attempt(work());
      if (made?.status === "fulfilled") {
        await memory.set(key, JSON.stringify({ value: made.value }));
        return made.value;
      }
      // A refusal proves that nothing was posted.
      if (isRefused(made?.reason)) await memory.delete(key);
      throw made?.reason;
    },
    async probe(callId) {
      const text = await memory.get(keyOf(callId));
      if (text === undefined) return { state: "not-done" };
      const record = parseJson(text)?.value;
      return isRecord(record) && "value" in record
        ? { state: "done", value: record["value"] }
        : { state: "unknown" };
    },
  };
}

/** Whether nothing can have been posted: Telegram answered, or the work failed before it was asked. */
function isRefused(error: unknown): boolean {
  return answerOf(error) !== undefined || (isFault(error) && error.code !== "unavailable");
}

function keyOf(callId: string): string {
  return `call:${callId}`;
}
