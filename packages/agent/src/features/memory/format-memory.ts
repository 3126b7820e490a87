import type { Change } from "@reeve/operations/memory/changes";
import type { MemoryEntry, MemoryFindings, MemoryStatus } from "@reeve/operations/memory/memory";
import type { Forgotten } from "@reeve/operations/memory/privacy";
import type { ProfileView } from "@reeve/operations/memory/profile";
import type { Page } from "@reeve/operations/pages";
import { linesOf } from "../../operations/lines.ts";

export function formatStatus({ files, passages, models }: MemoryStatus): string {
  const total = Object.values(passages).reduce((sum, count) => sum + count, 0);
  const byModel = models.map(
    ({ model, dims, state, waiting }) =>
      `Embeddings of ${model} (${dims} dimensions, ${state}): ${waiting} passages waiting`,
  );
  return [
    `Files: ${files}`,
    `Searchable passages: ${total}`,
    ...Object.entries(passages).map(([source, count]) => `  ${source}: ${count}`),
    ...(byModel.length > 0 ? byModel : ["Embeddings: none; search matches keywords only"]),
  ].join("\n");
}

export function formatFindings({ hits, waiting }: MemoryFindings): string {
  return `${linesOf(hits, formatHit, "No results.")}\n${formatWaiting(waiting)}`;
}

function formatHit({ source, ref, text, author, at, integrity }: MemoryFindings["hits"][number]) {
  const by = author === undefined ? "" : `  ${author}`;
  const date = new Date(at).toISOString().slice(0, 10);
  return `${source}  ${ref}  ${date}  from ${integrity}${by}\n${text.replaceAll(/^/gm, "  ")}`;
}

function formatWaiting(waiting: number | null): string {
  if (waiting === null) return "Only keyword search was used.";
  if (waiting === 0) return "Semantic search covered all of memory.";
  return `Newest passages covered only by keyword search: ${waiting}`;
}

export function formatEntries({ items, next }: Page<MemoryEntry>): string {
  const list = linesOf(
    items,
    ({ id, path, text, integrity }) => `${id}  ${path}  from ${integrity}\n  ${text}`,
    "There are no unconfirmed entries.",
  );
  return next === null
    ? list
    : `${list}\nThere are more: reeve memory unconfirmed --cursor ${next}`;
}

export function formatChange({ id, at, what, undoneAt }: Change): string {
  const date = new Date(at).toISOString().slice(0, 16);
  return `${id}  ${date}${undoneAt === null ? "" : "  undone"}\n  ${what}`;
}

export function formatProfile({ name, text, fixed, updatedAt, facts }: ProfileView): string {
  if (text === "" || updatedAt === null) return `There is no profile for ${name} yet.`;
  const by = fixed === "" ? `from ${facts} facts` : `by hand, and from ${facts} facts`;
  return `${text}\n(${name}, written ${new Date(updatedAt).toISOString().slice(0, 10)} ${by})`;
}

export function formatForgotten({ type, kind, rows, hits = [] }: Forgotten): string {
  if (type === "forgotten")
    return `Removed a ${kind} and everything derived from it (${rows} records).`;
  const lines = hits.map(({ id, source, text }) => `  ${id}  ${source}  ${text}`);
  return `Several items contain these words:\n${lines.join("\n")}`;
}
