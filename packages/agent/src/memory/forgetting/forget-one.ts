import type { ErasurePlan, Forgetting } from "../../store/forgetting.ts";
import type { Repositories } from "../../store/store.ts";
import type { Closure, Traces } from "./closure.ts";
import { createRedactor } from "./create-redactor.ts";
import { findTraces } from "./find-traces.ts";
import type { Viewer } from "./may-forget.ts";

export interface ForgetOptions {
  /** The same key is forgotten once: the call's. */
  readonly key: string;
  readonly now: number;
  /** Person who owns the files of the workspace. */
  readonly fileOwner: string;
}

/**
 * Removes a closure and its traces from all rows, in the caller's transaction, and leaves
 * behind what is to be done about files.
 */
export async function forgetOne(
  closure: Closure,
  viewer: Viewer,
  { tx, key, now, fileOwner }: ForgetOptions & { readonly tx: Repositories },
): Promise<Omit<Forgetting, "state">> {
  const traces = await findTraces(closure, viewer, tx);
  const { messages, facts, notes, sessions, kind } = closure;
  const { tenant, person } = viewer;
  let rows = await tx.forgetting.removeMessages(messages, { turns: "kept" });
  rows += await tx.forgetting.removeFacts(facts);
  for (const note of notes) {
    const owner = { tenant, person: note.person };
    await tx.notes.remove(owner, note.id);
    await tx.tasks.remove(owner, note.id);
    await tx.readingList.remove(owner, note.id);
    await tx.memoryChanges.forget(note.id);
    rows += 1;
  }
  rows += await tx.forgetting.emptySessions(sessions);
  rows += await tx.forgetting.sweep(traces.reach, createRedactor(traces));
  await tx.embeddingCache.forget(traces.texts);
  const turn = (await tx.forgetting.turnOf(key)) ?? null;
  const forgetting = { id: key, tenant, person, at: now, kind, rows, turn };
  const plan: ErasurePlan = {
    ...traces,
    sessions: [],
    turns: [],
    traces: tracesOf(traces),
    hasFiles: traces.reach.audiences.includes(fileOwner),
  };
  await tx.forgetting.start(forgetting, plan);
  return forgetting;
}

const TRACE_CHARS = 40;

/** Returns pieces that do not match by chance, the most specific first. */
function tracesOf({ texts, phrases }: Traces): readonly string[] {
  const pieces = texts.flatMap((text) => [text.slice(0, TRACE_CHARS), text.slice(-TRACE_CHARS)]);
  return [...phrases, ...pieces].filter((piece) => piece.trim().length > 3);
}
