import { appendFile, mkdir } from "node:fs/promises";
import path from "node:path";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import type { TurnId } from "../../kernel/ids.ts";
import { renderMessages } from "../../llm/render-messages.ts";
import type { Log } from "../../platform/log.ts";
import { createInOrder } from "../../platform/serial-queue.ts";
import { NO_TRACING } from "../../platform/tracing.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Store } from "../../store/store.ts";
import type { TurnHistory } from "../../store/turns/turns.ts";
import { toUnits } from "../context/history/to-units.ts";
import { shownTurn } from "../delivery/shown-turn.ts";
import type { Events } from "../events/events.ts";
import type { Outbound } from "../outbound.ts";
import type { WorkerDeps } from "../turns/worker.ts";
import { policyOf } from "../../work/policy.ts";
import type { RunChannelsDeps } from "./run-channels.ts";

/** Puts together what the worker of turns needs: channels that show a turn, and copies of ended turns. */
export function createWorkerDeps({
  deps,
  state,
  turns,
  agentOf,
}: Pick<RunChannelsDeps, "deps" | "state"> & Pick<WorkerDeps, "turns" | "agentOf">): WorkerDeps {
  const { understanding, transcripts, tracing = NO_TRACING } = deps;
  const { kernel, wakeups, running, served } = state;
  const { store, log, newId, events } = kernel;
  const inOrder = createInOrder();
  return {
    turns,
    attachments: understanding && { understanding, files: served.files },
    agentOf,
    running,
    wakeup: wakeups.queue,
    outboxWakeup: wakeups.outboxWakeup,
    log,
    tracing,
    owner: newId(),
    concurrency: policyOf("turn", deps.policies).concurrency,
    show(chat, shown) {
      const push = served.push(chat.channel);
      if (push) void showTurn(push, chat, { events, store, log, ...shown });
    },
    async start(turn) {
      await deps
        .startTurn?.(turn)
        .catch((error: unknown) =>
          log.warn("failed to record turn start", { turn: turn.id, error }),
        );
    },
    async saveCopy(id) {
      if (!transcripts) return;
      await inOrder(() => appendTranscript(id, { store, folder: transcripts, log }));
    },
  };
}

interface ShowDeps {
  readonly events: Events;
  readonly store: Pick<Store, "read">;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Undefined while files are looked into. */
  readonly turn?: TurnId | undefined;
}

/**
 * Lets a channel show how a turn is going until `signal` aborts. Nothing
 * depends on it, so a channel that cannot show only leaves a line in the log.
 */
async function showTurn(
  push: Outbound,
  chat: Chat,
  { events, store, log, signal, turn }: ShowDeps,
): Promise<void> {
  const show = async () => {
    const of = turn && shownTurn(turn, store);
    const isWanted = chat.verbose === "on" ? undefined : isNoTool;
    await push.show(chat, events.subscribe(chat, { since: "now", signal, isWanted }), of);
  };
  await show().catch((error: unknown) => log.warn("failed to show turn", { chat: chat.id, error }));
}

/** Channels show tool calls where people want to see them. */
function isNoTool({ type }: LiveEvent): boolean {
  return type !== "tool-start" && type !== "tool-end";
}

/**
 * Adds an ended turn to `<session>.jsonl` in `folder`. The file is a copy that
 * nothing reads again: a turn whose process died right after it ended may be
 * missing, and a file that cannot be written only leaves a line in the log.
 */
async function appendTranscript(
  turn: TurnId,
  { store, folder, log }: { store: Store; folder: string; log: Log },
): Promise<void> {
  const write = async () => {
    const row = await store.read.turns.byId(turn);
    const [history] = await store.read.turns.historyOf([turn]);
    if (!row?.endedAt || !history) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${row.session}.jsonl`);
    await appendFile(file, renderTranscript(history), { mode: 0o600 });
  };
  await write().catch((error: unknown) => log.warn("failed to write transcript", { turn, error }));
}

/** A turn as lines of JSON, one a message, for people and programs outside. */
export function renderTranscript({ turn, steps }: TurnHistory): string {
  return renderMessages(toUnits(steps))
    .map((message) => `${JSON.stringify({ turn, ...message })}\n`)
    .join("");
}
