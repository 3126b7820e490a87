import type { Update } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import { type Albums, createAlbums } from "./message/albums.ts";
import type { AllowedGroups } from "./allowed-groups.ts";
import { closeQuestion } from "./close-question.ts";
import { findSentText } from "./find-sent-text.ts";
import type { IncomingDeps } from "./incoming.ts";
import type { BotSelf } from "./message/is-addressed.ts";
import { createLanes } from "../../../platform/keyed-queue.ts";
import { createDeadLetters } from "../../kit/dead-letters.ts";
import { insist } from "../../kit/insist.ts";
import { createPendingCorrections } from "../../kit/pending-corrections.ts";
import { createMessageHandler } from "./handle-message.ts";
import { type HandledUpdate, handleUpdate, laneOf } from "./handle-update.ts";
import type { Envelope } from "../../../kernel/envelope.ts";
import type { Log } from "../../../platform/log.ts";
import type { TelegramClient } from "../client.ts";
import type { BotMessages } from "../bot-messages.ts";
import { sendLine } from "./send-line.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** Processor of the updates of one session: in order within a chat, chats in parallel. */
export interface UpdateProcessor {
  /** Takes an update in, or rejects, so that the sender sends it again. */
  process(update: Update): Promise<void>;
  /**
   * Retries until the update is stored or, if that keeps failing, set aside; false if the bot was
   * stopped before.
   */
  processUntilStored(update: Update): Promise<boolean>;
  /** Takes in what an earlier process has stored: albums, and updates set aside. */
  resume(): Promise<void>;
  /** Marks that all updates that Telegram had pending are being processed. */
  catchUp(): void;
  /** Resolves when nothing is in progress. */
  close(): Promise<void>;
}

export interface UpdateProcessorDeps extends IncomingDeps {
  readonly inbox: Inbox;
  readonly self: BotSelf;
  readonly groups: AllowedGroups;
  readonly signal: AbortSignal;
}

export function createUpdateProcessor(deps: UpdateProcessorDeps): UpdateProcessor {
  const { client, own, memory, pause, log, channel, self, signal, config } = deps;
  const lanes = createLanes();
  const parked = createDeadLetters({ state: memory, log }, nameOf);
  const revisions = createPendingCorrections(memory);
  const onFailure = (error: unknown) => log.warn("failed to store update", { error });
  const messages = createMessageHandler({
    ...deps,
    heights: client.heights,
    revisions,
    reading: {
      channel,
      self,
      commands: new Set(deps.commands.map(({ name }) => name)),
      needsMention: config.groups.mention,
      accounts: new Set(config.accounts),
    },
    albums: () => albums,
    findSaid: (chat, message) => findSentText({ chat, message }, deps),
    async closeQuestion(answered) {
      const { approval, address } = answered;
      const message = await deps.questions.find({ approval, chat: address.externalId });
      if (message !== undefined) await closeQuestion({ ...answered, message }, deps);
    },
    reply: (to, text) => sendBestEffort({ to, text }, { client, own, signal, log }),
  });
  const albums: Albums = createAlbums({
    memory,
    deliver: (album, updateId) => messages.album(album, updateId),
    putAside: (album, updateId, error) =>
      parked.park(
        album.map((message) => ({ update_id: updateId, message })),
        error,
      ),
    inLane: (chat, work) => lanes.run(String(chat), work),
    pause,
    onFailure,
    signal,
  });
  const take = (update: HandledUpdate) => handleUpdate(update, { ...deps, revisions, messages });

  const process = (update: HandledUpdate) => lanes.run(laneOf(update), () => take(update));

  return {
    process,
    processUntilStored: (update) =>
      lanes.run(laneOf(update), () =>
        insist(() => take(update), { ...deps, putAside: (error) => parked.park([update], error) }),
      ),
    async resume() {
      await albums.resume();
      await parked.retry(process);
    },
    catchUp: () => albums.catchUp(),
    close: () => albums.close(),
  };
}

/** Names an update; the messages of an album may share its number. */
function nameOf({ update_id: id, message }: HandledUpdate): string {
  return `${id} ${message?.message_id}`;
}

interface Notice {
  /** The message that is answered. */
  readonly to: Envelope;
  readonly text: string;
}

interface ReplyDeps {
  readonly client: TelegramClient;
  readonly own: BotMessages;
  readonly signal: AbortSignal;
  readonly log: Pick<Log, "warn">;
}

/** Says a line about a message that may be lost: what must arrive leaves by the outbox. */
async function sendBestEffort({ to, text }: Notice, { client, own, signal, log }: ReplyDeps) {
  const answers = Number(to.id);
  const line = { address: to.address, text, answers, sending: "placeholder" } as const;
  const said = await attempt(sendLine(line, { client, own, signal }));
  if (said?.status === "rejected" && !signal.aborted)
    log.warn("failed to send notice", { chat: to.address.externalId, error: said.reason });
}
