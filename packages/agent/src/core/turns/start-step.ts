import type { ImageRef } from "../../kernel/images/image.ts";
import { integrityOf, isLessTrusted, type Label, labelOfSource } from "../../kernel/label.ts";
import { lowerRole } from "../../kernel/principal.ts";
import type { InboxRow } from "../../store/messages/inbox.ts";
import type { InputSource } from "../../store/turns/turns.ts";
import { renderInput } from "../context/render/render-input.ts";
import type { OpenTurn } from "../open-turn.ts";
import { isMessage, isScheduled, type MessageRow } from "./choose-batch.ts";
import type { LeasedTx } from "./commit-with-lease.ts";
import { saveRules } from "./operations/save-rules.ts";
import { isTruncated } from "../context/history/truncated-answer.ts";
import { newStep } from "./new-step.ts";
import type { TurnDeps } from "./deps.ts";
import { roleOf } from "./role-of.ts";
import { unreadAttachments } from "./attachments/unread-attachments.ts";

/** Told to the model when it has used up its steps. */
const CLOSE =
  "[You have used all steps in this turn. Answer now without tools: say what is done and what is not.]";

/** Told to the model when its answer reached the limit. */
const GO_ON = "[Your answer was cut off by its length limit. Go on exactly where it ended.]";

/**
 * Intends the next thought. Messages that arrived meanwhile join it, where the chat is steered and no plan is
 * carried out; after the last step the model is asked to close, and they wait for the next turn.
 */
export async function startStep(
  leased: LeasedTx,
  turn: OpenTurn,
  deps: TurnDeps,
): Promise<OpenTurn> {
  const { tx, chat } = leased;
  const thoughts = turn.steps.filter((step) => step.kind === "think").length;
  const { steps = chat.maxSteps } = deps.agents.get(turn.agent).budgets;
  const kind = thoughts >= steps ? "close" : "think";
  const isSteered = chat.mode === "steer" && !turn.planStep && !turn.scheduled;
  // Nothing could be done any more for what joined the last step.
  const isJoining = isSteered && kind === "think";
  const steered = isJoining && leased.hasQueued ? await takeSteered(leased, turn, deps) : [];
  await saveRules(leased, steered, deps);
  const input = [
    ...(steered.length > 0 ? [render(steered, chat.channel, deps)] : []),
    ...(isTruncated(turn) ? [GO_ON] : []),
    ...(kind === "close" ? [CLOSE] : []),
  ].join("\n");

  const plan = {
    kind,
    input: input === "" ? null : input,
    images: imagesOf(steered),
    heard: sourcesOf(steered),
  } as const;
  const step = newStep(turn.steps.length, plan, deps.newId);
  await tx.turns.addStep(turn.id, step);
  if (steered.length > 0)
    leased.emit({ type: "messages-joined", turn: turn.id, messages: steered.map(({ id }) => id) });
  return joinAuthors(leased, { ...turn, chat, steps: [...turn.steps, step] }, steered);
}

/** A turn with the authors of more messages: it may do what the least trusted of them may. */
async function joinAuthors(
  { tx }: LeasedTx,
  turn: OpenTurn,
  rows: readonly MessageRow[],
): Promise<OpenTurn> {
  return {
    ...turn,
    role: lowerRole(turn.role, await roleOf(tx, rows)),
    authors: [...new Set([...turn.authors, ...rows.map(({ author }) => author)])],
    asker: rows.at(-1)?.author ?? turn.asker,
  };
}

/**
 * Messages that may join a running turn: in groups only those of the people it answers already. What
 * carries files that nobody has looked into waits for the next turn, and so does all behind it.
 */
async function takeSteered(
  leased: LeasedTx,
  turn: OpenTurn,
  deps: TurnDeps,
): Promise<readonly MessageRow[]> {
  const { tx, chat, now } = leased;
  const queued = await tx.inbox.queued(chat.id, now);
  const profile = deps.agents.get(turn.agent);
  const firstDecision = queued.findIndex(
    (row) =>
      !isMessage(row) ||
      isScheduled(row) ||
      row.over !== undefined ||
      unreadAttachments(row, profile, deps).length > 0,
  );
  const messages = (firstDecision === -1 ? queued : queued.slice(0, firstDecision)).filter(
    isMessage,
  );
  const joining = messages.filter(
    ({ author }) => chat.kind === "direct" || turn.authors.includes(author),
  );
  if (joining.length === 0) return [];
  await tx.inbox.take(
    joining.map(({ id }) => id),
    turn.id,
  );
  const { role } = await joinAuthors(leased, turn, joining);
  if (role !== turn.role) await tx.turns.lowerRole(turn.id, role);
  return joining;
}

/** Lists the authors of messages, in order. */
export function sourcesOf(rows: readonly MessageRow[]): readonly InputSource[] {
  return rows.map(({ author, label, body }) => ({
    author,
    label,
    ...sourceOfJob(body),
    ...besideOf(body, label),
  }));
}

/** Labels the text of a file, which its sender does not vouch for. */
function besideOf(
  { media = [] }: MessageRow["body"],
  { audience }: Label,
): Pick<InputSource, "beside"> {
  const foreign = media.filter(({ image, look }) => image ?? (look && look.as !== "said"));
  if (foreign.length === 0) return {};
  const names = foreign.map(({ kind }) => kind);
  return {
    beside: names.map((where) =>
      labelOfSource({ kind: "media", where, integrity: "stranger" }, audience),
    ),
  };
}

/** A job that was made from what others wrote does not speak for its maker. */
function sourceOfJob({ scheduled, role }: MessageRow["body"]): Partial<InputSource> {
  if (!scheduled) return {};
  const { label: made, results = [] } = scheduled;
  return {
    ...(isLessTrusted(made, integrityOf(role)) && { isForeign: true }),
    ...(results.length > 0 && { handed: results.map(({ text, label }) => ({ text, label })) }),
  };
}

/** Lists the images of messages, in order. */
export function imagesOf(rows: readonly MessageRow[]): readonly ImageRef[] {
  return rows.flatMap(({ body }) =>
    (body.media ?? []).flatMap(({ image, look }) => (look?.as === "told" ? [] : (image ?? []))),
  );
}

/** Messages as one input text. */
export function render(
  rows: readonly MessageRow[],
  channel: InboxRow["id"] | string,
  { settings }: TurnDeps,
): string {
  return renderInput(
    rows.map(({ body, messageId }) => ({ body, id: messageId, channel })),
    settings,
  );
}
