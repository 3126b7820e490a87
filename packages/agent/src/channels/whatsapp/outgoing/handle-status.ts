import { refusalOfCode } from "../api.ts";
import type { Log } from "../../../platform/log.ts";
import type { CloudStatus } from "../incoming/read-webhook.ts";
import type { ServiceWindow } from "../service-window.ts";
import { MAX_TRIES } from "./redelivery.ts";
import type { SentMessages } from "./sent-messages.ts";
import { PROGRESS, type SentRecord } from "./sent-record.ts";
import type { Undelivered, UndeliveredMessages } from "./undelivered.ts";

export interface HandleStatusDeps {
  readonly sent: Pick<SentMessages, "record" | "abandon">;
  readonly undelivered: Pick<UndeliveredMessages, "add">;
  readonly window: Pick<ServiceWindow, "closed" | "look">;
  readonly log: Pick<Log, "debug" | "warn">;
  /** Done beside: a message is to be sent anew after a while. */
  readonly onSoon: (one: Undelivered) => void;
  /** Done beside: what waits for the person to write may leave, for they have written. */
  readonly onOpen: (externalId: string) => void;
  /** Done beside: a message waits for the person to write. */
  readonly onHeld: (externalId: string) => void;
  /** Done beside: a message will not be delivered. */
  readonly onLost: (externalId: string) => void;
}

/** Takes in how far a message of ours has come; resolves once that is stored. */
export async function handleStatus(status: CloudStatus, deps: HandleStatusDeps): Promise<void> {
  const { id: message, biz_opaque_callback_data: mark, timestamp, errors } = status;
  const state = [...PROGRESS, "failed" as const].find((one) => one === status.status);
  if (state === undefined) return;
  const [problem] = errors ?? [];
  if (state === "failed")
    deps.log.warn("message was not delivered", {
      externalId: status.recipient_id ?? status.recipient_user_id,
      message,
      code: problem?.code,
      reason: problem?.error_data?.details ?? problem?.title,
    });
  else deps.log.debug("message status changed", { message, state });
  if (mark === undefined) return;
  const known = await deps.sent.record({ mark, message, state });
  if (!known || state !== "failed") return;
  const at = timestamp === undefined ? undefined : timestamp * 1000;
  await follow(known, { mark, at, code: problem?.code ?? 0 }, deps);
}

interface Failure {
  readonly mark: string;
  /** In Unix milliseconds, where Meta told it. */
  readonly at: number | undefined;
  readonly code: number;
}

async function follow(
  { to, content, tries }: SentRecord,
  { mark, at, code }: Failure,
  { sent, undelivered, window, onSoon, onOpen, onHeld, onLost }: HandleStatusDeps,
): Promise<void> {
  const refusal = refusalOfCode(code);
  const isTemplate = content?.type === "template";
  if (refusal === "window-closed" && content && !isTemplate) {
    await window.closed(to, at);
    await undelivered.add({ mark, to, until: "they-write" });
    // Whoever writes between these finds it in the list.
    const { state } = await window.look(to);
    return state === "open" ? onOpen(to) : onHeld(to);
  }
  if (refusal === "later" && content && tries < MAX_TRIES) {
    const one = { mark, to, until: "soon" } as const;
    await undelivered.add(one);
    return onSoon(one);
  }
  await sent.abandon(mark);
  if (refusal !== "nobody-there" && !isTemplate) onLost(to);
}
