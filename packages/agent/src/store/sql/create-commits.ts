import type { Kysely } from "kysely";
import { type Wakeup, createWakeup } from "../../kernel/wakeup.ts";
import { createEmitter, type Emitter } from "../../kernel/emitter.ts";
import type { CommitHook } from "../commit-point.ts";
import type { Store } from "../store.ts";
import { whileOpen } from "./direct-connection.ts";
import { createRepositories, type RepositoryOptions } from "./repositories.ts";
import type { Tables } from "./tables.ts";

export interface CommitDeps {
  /** Options for the repositories of each transaction. */
  readonly engine: Omit<RepositoryOptions, "onPublish" | "onAccess">;
  readonly onCommit?: CommitHook | undefined;
  /** Makes all transactions so far survive a power failure; without it, each does by itself. */
  readonly sync?: (() => Promise<void>) | undefined;
}

/** Write transactions of a store; their notifications are sent once they are durable. */
export interface Commits {
  readonly commit: Store["commit"];
  readonly publishedWakeup: Wakeup;
  readonly accessChanged: Emitter;
  /** Those that are durable. */
  readonly count: number;
}

/** Commits to a database whose transactions are one after the other, or isolated from each other. */
export function createCommits(
  db: Kysely<Tables>,
  { engine, onCommit = ignoreCommit, sync }: CommitDeps,
): Commits {
  const publishedWakeup = createWakeup();
  const accessChanged = createEmitter();
  let count = 0;
  return {
    publishedWakeup,
    accessChanged,
    get count() {
      return count;
    },
    async commit(point, work, isRepeatable = never) {
      let isPublished = false;
      const onPublish = () => {
        isPublished = true;
      };
      let hasAccessChanged = false;
      const onAccess = () => {
        hasAccessChanged = true;
      };
      const result = await db.transaction().execute(async (transaction) => {
        const done = await whileOpen(transaction, (open) =>
          work(createRepositories(open, { ...engine, onPublish, onAccess })),
        );
        onCommit(point, "before");
        return done;
      });
      if (sync && !isRepeatable(result)) await sync();
      count += 1;
      onCommit(point, "after");
      if (isPublished) publishedWakeup.notify();
      if (hasAccessChanged) accessChanged.emit();
      return result;
    },
  };
}

function ignoreCommit(): void {}

function never(): boolean {
  return false;
}
