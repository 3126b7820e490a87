import type { MomentView } from "../../domains/format-when.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { InboxId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { InboxState, NewInboxRow } from "../../store/messages/inbox.ts";
import { PAUSED } from "../../store/turns/pauses.ts";
import type { Chat, ChatWithLast } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import type { Receipt } from "../inbox.ts";
import { type Admission, admit } from "./admit.ts";
import { checkRate, formatRate, type RateVerdict } from "./check-rate.ts";
import type { IntakeDeps } from "./deps.ts";
import type { ReadImages } from "./read-images.ts";
import type { BlockedMessage } from "./screen-message.ts";
import { delayLine } from "./delay-notice.ts";

const REASON = "edited after it was answered";

export interface UserMessage {
  readonly envelope: Envelope;
  readonly author: Principal;
  readonly chat: ChatWithLast;
  readonly images: ReadImages;
  /** Set for a message that is kept from the model. */
  readonly blocked?: BlockedMessage | undefined;
}

/** Whether a message is answered, and when. */
export interface AdmissionVerdict {
  readonly admission: Admission;
  /** Before it was looked at whether the agent pauses and how fast was written. */
  readonly asked: Admission;
  readonly pace: RateVerdict;
  /** How it counts, when it is answered, and why not. */
  readonly row: Pick<NewInboxRow, "state" | "reason" | "countedAt" | "dueAt" | "over">;
  /** Text for a sender whose rate is limited, in the chat's language. */
  readonly delay?: string | undefined;
  readonly overTold?: string | undefined;
}

export async function admitMessage(
  tx: Repositories,
  { envelope, author, chat, images, blocked }: UserMessage,
  { policy, localeOf, now }: Pick<IntakeDeps, "policy" | "localeOf"> & { readonly now: number },
): Promise<AdmissionVerdict> {
  const access = policy.accessOf?.(chat.channel);
  const asked = unlessBlocked(
    (await editedTooLate(tx, chat, envelope)) ??
      admit(envelope, author.role, { denial: images.denial, access, policy: chat.policy }),
    blocked,
  );
  const unpaused = await unlessPaused(tx, chat, asked);
  const pace: RateVerdict =
    unpaused.type === "admit"
      ? await checkRate(tx, { author, chat, now }, policy)
      : { type: "free", isCounted: false };
  // Reasons are in English, by the agent's own clock.
  const reasonView = { now, timeZone: policy.timeZone ?? "UTC" };
  const admission = unlessTooFast(unpaused, pace, reasonView);
  const row = {
    ...stateOf(admission),
    ...(admission.type === "admit" && rateOf(pace, reasonView)),
  };
  if (pace.type === "free") return { admission, asked, pace, row };
  const view = { ...(await localeOf(tx, chat)), now };
  const overTold = pace.type === "refuse" ? formatRate(pace.limit, view) : undefined;
  return { admission, asked, pace, row, delay: delayLine(pace, view), overTold };
}

/** Returns the receipt that a sender gets at once. */
export function receiptOf(
  message: InboxId,
  { admission, delay }: Pick<AdmissionVerdict, "admission" | "delay">,
): Receipt {
  switch (admission.type) {
    case "admit":
      return { message, outcome: "queued", ...(delay !== undefined && { reason: delay }) };
    case "note":
      return { message, outcome: "noted", reason: admission.reason };
    case "ignore":
      return { message, outcome: "ignored", reason: admission.reason };
    case "refuse":
      return { message, outcome: "refused", reason: admission.reason };
  }
}

/** Refuses a message that is kept from the model, as an input and as context. */
function unlessBlocked(admission: Admission, blocked: BlockedMessage | undefined): Admission {
  if (!blocked || admission.type === "ignore" || admission.type === "refuse") return admission;
  return { type: "refuse", reason: blocked.reason };
}

async function unlessPaused(
  tx: Repositories,
  { tenant, id }: Chat,
  admission: Admission,
): Promise<Admission> {
  if (admission.type !== "admit" || !(await tx.pauses.isPaused(tenant, id))) return admission;
  return { type: "note", reason: PAUSED };
}

/** Refuses a sender who was already told that they write too fast. */
function unlessTooFast(admission: Admission, pace: RateVerdict, view: MomentView): Admission {
  if (pace.type !== "refuse" || pace.isFirst) return admission;
  return { type: "refuse", reason: `too fast: ${formatRate(pace.limit, view)}` };
}

/** How a message that is taken on counts, and when it is answered. */
function rateOf(
  pace: RateVerdict,
  view: MomentView,
): Pick<NewInboxRow, "countedAt" | "dueAt" | "over"> {
  switch (pace.type) {
    case "free":
      return pace.isCounted ? { countedAt: view.now } : {};
    case "wait":
      return { countedAt: pace.dueAt, dueAt: pace.dueAt };
    case "refuse":
      return { over: formatRate(pace.limit, view) };
  }
}

function stateOf(admission: Admission): { state: InboxState; reason: string | null } {
  switch (admission.type) {
    case "admit":
      return { state: "queued", reason: null };
    case "note":
      return { state: "noted", reason: admission.reason };
    case "ignore":
      return { state: "ignored", reason: admission.reason };
    case "refuse":
      return { state: "refused", reason: admission.reason };
  }
}

/** Notes an edit of a message that was already answered. Undefined for all others. */
async function editedTooLate(
  tx: Pick<Repositories, "inbox">,
  chat: Chat,
  { id, edit }: Pick<Envelope, "id" | "edit">,
): Promise<Admission | undefined> {
  if (edit === 0) return undefined;
  const earlier = await tx.inbox.versionBefore(chat.id, { id, edit });
  const isOver =
    earlier?.state === "answered" ||
    earlier?.state === "folded" ||
    (earlier?.state === "noted" && earlier.reason === REASON);
  return isOver ? { type: "note", reason: REASON } : undefined;
}
