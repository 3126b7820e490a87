import { Fault } from "@reeve/sdk";
import type { TurnWaiting } from "./track-reply.ts";

/** Ends a request whose turn waits for the model. The message stays queued. */
export class ModelDownFault extends Fault {
  /** Seconds until the next attempt. */
  readonly retryAfter: number;

  constructor({ model, retryAt, at }: TurnWaiting) {
    super("unavailable", `The model ${model} is down.`, {
      hint: "The message is stored and will be answered once the model is available again. Send it again with the same Idempotency-Key to get the reply.",
    });
    this.retryAfter = Math.max(1, Math.ceil((retryAt - at) / 1000));
  }
}
