import type { Kernel } from "../store/kernel.ts";
import { randomInt } from "node:crypto";
import { Fault } from "@reeve/sdk";
import { isDoubted } from "../kernel/clock.ts";
import type { Wakeup } from "../kernel/wakeup.ts";
import type { PersonId } from "../kernel/ids.ts";
import type { Wait } from "../kernel/wait.ts";
import type { RetentionRule } from "./config.ts";
import type { CopyFiles } from "./forgetting/erase-files.ts";
import { findByWords, type Hit } from "./forgetting/find-by-words.ts";
import { findClosure, findItem } from "./forgetting/find-closure.ts";
import { finishForgetting, type UnfinishedErasure } from "./forgetting/finish.ts";
import { forgetOne } from "./forgetting/forget-one.ts";
import { forgetPerson } from "./forgetting/forget-person.ts";
import type { Viewer } from "./forgetting/may-forget.ts";
import { retention, type RetentionDuty } from "./forgetting/retention.ts";
import { Outage } from "../work/decide.ts";
import type { Upkeep } from "../work/run-work.ts";
import { withRetries } from "../work/with-retries.ts";

export type { CopyFiles } from "./forgetting/erase-files.ts";
export { exportsOf, removeOldExports } from "./forgetting/exports.ts";

export interface ForgettingDeps extends Kernel {
  readonly files: CopyFiles;
  /** Person who owns the files of the workspace. */
  readonly fileOwner: PersonId;
  readonly retention: readonly RetentionRule[];
  /** Age in days from which rows of the agent's own work are removed; 0 keeps all. */
  readonly retentionDays: number;
  /** Rings when there is something to finish. */
  readonly wakeup: Wakeup;
  /** Notified when summaries have to be rewritten. */
  readonly endedWakeup: Pick<Wakeup, "notify">;
  readonly pause: Wait;
}

/** An id as searches show it, or words that it holds. */
export type Target = { readonly id: string } | { readonly query: string };

export type Forgotten =
  | { readonly type: "forgotten"; readonly kind: string; readonly rows: number }
  /** Nothing was removed, because several items contain the words. */
  | { readonly type: "several"; readonly hits: readonly Hit[] };

/** Erases data of the requester permanently; the owner may erase anyone's. */
export interface Forgetting {
  /**
   * Removes a thing, by the id that searches show or by words that it holds, with everything
   * derived from it. The same key does it once. `missing` where there is nothing of the kind.
   */
  forget(target: Target, options: { key: string }): Promise<Forgotten>;
  /** Returns how the thing with an id begins; undefined where there is nothing of the kind. */
  nameOf(id: string): Promise<string | undefined>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly forgetting: Forgetting;
  }
}

/** Binds what a forgetter does to the requester of a call. */
export function forgettingOf(forgetter: Forgetter, viewer: Viewer): Forgetting {
  return {
    forget: (target, { key }) => forgetter.forget(target, viewer, key),
    nameOf: (id) => forgetter.nameOf(id, viewer),
  };
}

export interface Forgetter {
  /**
   * Removes an item and everything derived from it from all rows, in one commit; files and bytes follow in
   * `upkeep`, once the requesting turn is over. Runs once per key.
   */
  forget(target: Target, viewer: Viewer, key: string): Promise<Forgotten>;
  /** Returns how an item begins that the viewer may forget. */
  nameOf(id: string, viewer: Viewer): Promise<string | undefined>;
  /** Removes all data of a person. Without the confirmation code, only returns one. */
  forgetMe(person: Viewer, code: string | undefined): Promise<ForgottenPerson>;
  /** Sets whether messages of a chat are stored and searched beyond its session; returns the current value. */
  archive(address: Address, change: "on" | "off" | undefined): Promise<"on" | "off">;
  /** Checks at once for data to remove; call it when retention settings change elsewhere. */
  wake(): void;
  /** Finishes started erasures once, including those of an earlier process; for commands. */
  finish(signal: AbortSignal): Promise<void>;
  /** Finishes erasures, and removes data past its retention. */
  readonly upkeep: Upkeep;
}

/** An erasure to finish, by its id, or a duty of retention. */
type ForgettingItem = { readonly id: string; readonly erasure: UnfinishedErasure } | RetentionDuty;

export type ForgottenPerson =
  | { readonly type: "confirm"; readonly code: string }
  | { readonly type: "forgotten"; readonly rows: number };

interface Address {
  readonly channel: string;
  readonly externalId: string;
}

const CODE_MS = 10 * 60_000;
/** Interval in milliseconds for checking again: a turn that asked to forget ends soon. */
const LOOK_AGAIN_MS = 250;
const POLL_MS = 60 * 60_000;

export function createForgetter(deps: ForgettingDeps): Forgetter {
  const { store, clock, newId, wakeup, endedWakeup, fileOwner } = deps;
  const codes = new Map<PersonId, { readonly code: string; readonly until: number }>();
  const retained = retention(deps);

  const finish = async (erasure: UnfinishedErasure, signal: AbortSignal): Promise<boolean> => {
    const isDone = await finishForgetting(erasure, deps, signal);
    endedWakeup.notify();
    return isDone;
  };
  const isTurnRunning = async ({ turn }: UnfinishedErasure) =>
    turn !== null && (await store.read.turns.byId(turn))?.state === "running";

  /** Whether an erasure waits for the turn that asked for it. */
  let isWaitingForTurn = false;
  const work = withRetries<ForgettingItem>(
    {
      name: "forgetting",
      wakeup,
      // Retention waits for a clock that is doubted, and nobody rings when it is right again.
      pollMs: POLL_MS,
      async list() {
        const ready: ForgettingItem[] = [];
        const erasures = await store.read.forgetting.unfinished();
        for (const erasure of erasures)
          if (!(await isTurnRunning(erasure))) ready.push({ id: erasure.id, erasure });
        isWaitingForTurn = ready.length < erasures.length;
        return [...ready, ...(isDoubted(clock) ? [] : retained.due())];
      },
      nextDue: async () => (isWaitingForTurn ? clock.now() + LOOK_AGAIN_MS : retained.nextDue()),
      recurs: (item) => "run" in item,
      async run(item, signal) {
        if ("run" in item) return item.run(signal);
        const isDone = await finish(item.erasure, signal);
        if (!isDone && !signal.aborted) throw new Outage("the database is being read");
      },
    },
    deps,
  );

  const wake = () => {
    retained.wake();
    wakeup.notify();
  };

  return {
    wake,

    async forget(target, viewer, key) {
      const done = await store.commit("forget", async (tx): Promise<Forgotten> => {
        const before = await tx.forgetting.byId(key);
        if (before) return { type: "forgotten", kind: before.kind, rows: before.rows };
        const found =
          "id" in target
            ? { type: "one" as const, closure: await findClosure(target.id, viewer, tx) }
            : await findByWords(target.query, viewer, tx);
        if (found.type === "several") return found;
        const options = { tx, key, now: clock.now(), fileOwner };
        const { kind, rows } = await forgetOne(found.closure, viewer, options);
        return { type: "forgotten", kind, rows };
      });
      wakeup.notify();
      return done;
    },

    nameOf: async (id, viewer) => (await findItem(id, viewer, store.read))?.texts[0],

    async forgetMe(viewer, code) {
      const asked = codes.get(viewer.person);
      if (code === undefined) {
        const fresh = String(randomInt(100_000, 1_000_000));
        codes.set(viewer.person, { code: fresh, until: clock.now() + CODE_MS });
        return { type: "confirm", code: fresh };
      }
      if (!asked || asked.code !== code || asked.until < clock.now())
        throw new Fault("denied", "The code is wrong or has expired.", {
          hint: "Get a new code: /forgetme",
        });
      codes.delete(viewer.person);
      const rows = await forgetPerson(viewer, { store, id: newId(), now: clock.now(), fileOwner });
      wakeup.notify();
      return { type: "forgotten", rows };
    },

    async archive({ channel, externalId }, change) {
      const [chat] = await store.read.chats.byAddress(channel, externalId);
      if (!chat)
        throw new Fault("missing", "This chat has no messages yet.", {
          hint: "Send a message first.",
        });
      if (change === undefined) return store.read.forgetting.archiveOf(chat.id);
      await store.commit("configure-place", (tx) => tx.forgetting.setArchive(chat.id, change));
      wake();
      return change;
    },

    async finish(signal) {
      for (const erasure of await store.read.forgetting.unfinished())
        if (!signal.aborted) await finish(erasure, signal);
    },

    upkeep: { wakeup, run: (run) => run(work) },
  };
}
