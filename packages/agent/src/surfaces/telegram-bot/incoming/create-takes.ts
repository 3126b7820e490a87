import type { Update } from "grammy/types";
import type { Inbox } from "../../../core/inbox.ts";
import { type Albums, createAlbums } from "./albums.ts";
import { questionKey } from "../question-key.ts";
import { closeQuestion } from "./close-question.ts";
import type { IncomingParts } from "./incoming.ts";
import type { BotSelf } from "./is-meant.ts";
import { createLanes } from "./lanes.ts";
import { createParkedUpdates } from "./parked-updates.ts";
import { restOf } from "./rest-of.ts";
import { createRevisions } from "../../revisions.ts";
import { saySoon } from "./say-soon.ts";
import { createTakeMessage } from "./take-message.ts";
import { laneOf, takeUpdate } from "./take-update.ts";

/** How the updates of one session are taken in: those of a chat in their order, chats beside each other. */
export interface Takes {
  /** Takes an update in, or rejects: whoever sent it sends it again. */
  once(update: Update): Promise<void>;
  /** Tries again until it is stored, or put aside at the worst; false when the bot was stopped before. */
  untilStored(update: Update): Promise<boolean>;
  /** Takes in what an earlier process has kept: albums, and what was put aside. */
  resume(): Promise<void>;
  /** Resolves when nothing is under way. */
  close(): Promise<void>;
}

export interface TakesParts extends IncomingParts {
  readonly inbox: Inbox;
  readonly self: BotSelf;
  readonly signal: AbortSignal;
}

/** After so many tries an update is put aside, and its chat goes on to others. */
const MOST_TRIES = 6;

export function createTakes(parts: TakesParts): Takes {
  const { client, memory, pause, log, surface, self, signal, config } = parts;
  const lanes = createLanes();
  const parked = createParkedUpdates(memory);
  const revisions = createRevisions(memory);
  const onFailure = (error: unknown) => log.warn("update could not be taken in", { error });
  const messages = createTakeMessage({
    ...parts,
    heights: client.heights,
    revisions,
    reading: {
      surface,
      self,
      commands: new Set(parts.commands.map(({ name }) => name)),
      needsMention: config.groups.mention,
    },
    albums: () => albums,
    async closeQuestion(answered) {
      const { approval, address } = answered;
      const message = await memory.get(questionKey(approval, address.chat));
      if (message === undefined) return;
      await closeQuestion({ ...answered, message: Number(message) }, parts);
    },
    say: (to, text) => saySoon({ to, text }, { client, signal, log }),
  });
  const albums: Albums = createAlbums({
    memory,
    deliver: (album, updateId) => messages.album(album, updateId),
    pause,
    onFailure,
    signal,
  });
  const take = (update: Update) => takeUpdate(update, { ...parts, revisions, messages });

  /** Where even that cannot be stored, the fault is not the update's: it stays where it is. */
  const putAside = async (update: Update, error: unknown): Promise<boolean> => {
    const [aside] = await Promise.allSettled([parked.park(update)]);
    if (aside?.status === "rejected") return false;
    log.error("update was put aside", { update: update.update_id, error });
    return true;
  };
  const insist = async (update: Update): Promise<boolean> => {
    for (let tries = 1; !signal.aborted; tries += 1) {
      const [taken] = await Promise.allSettled([take(update)]);
      if (taken?.status !== "rejected") return true;
      onFailure(taken.reason);
      if (tries >= MOST_TRIES && (await putAside(update, taken.reason))) return true;
      await pause(restOf(tries), signal);
    }
    return false;
  };
  const once = (update: Update) => lanes.run(laneOf(update), () => take(update));

  return {
    once,
    untilStored: (update) => lanes.run(laneOf(update), () => insist(update)),
    async resume() {
      await albums.resume();
      await parked.retry(once);
    },
    close: () => albums.close(),
  };
}
