import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import type { ErasureScope, Redaction } from "../../forgetting.ts";
import type { PromptPrefix } from "../../turns/sessions.ts";
import { forgetArgs } from "../turns/audit.ts";
import { fromJson } from "../json.ts";
import { changeEvents } from "../messages/events.ts";
import {
  inChats,
  inTurns,
  REDACTABLE_TABLES,
  type RedactableRow,
  type RedactableTable,
} from "./redactable-tables.ts";
import type { Tables } from "../tables.ts";

/** Maximum number of words that one statement searches for. */
const ANCHORS = 100;

/** Redacts texts of rows; returns the number of changed rows. */
export async function redactRows(
  db: Kysely<Tables>,
  reach: ErasureScope,
  redaction: Redaction,
): Promise<number> {
  let changed = 0;
  for (const swept of REDACTABLE_TABLES)
    changed += await redactTable(db, swept, { reach, redaction });
  for (const filter of filtersOf(["body"], redaction.anchors))
    changed += await changeEvents(db, sql<boolean>`${inChats(reach)} and ${filter}`, (event) =>
      redactTexts(event, redaction),
    );
  // Text cannot be removed from the bytes of a file.
  await sql`
    delete from attachments where message in (
      select id from inbox where body like '%[forgotten]%' and ${inChats(reach)})`.execute(db);
  // Long texts are stored there as digests.
  await forgetArgs(
    db,
    sql<boolean>`call in (
      select id from calls where args like '%[forgotten]%' and ${inTurns(reach)})`,
  );
  return changed;
}

async function redactTable(
  db: Kysely<Tables>,
  swept: RedactableTable,
  { reach, redaction }: { readonly reach: ErasureScope; readonly redaction: Redaction },
): Promise<number> {
  const { table, key, columns, json = [], within, also } = swept;
  const selected = sql.join([...key, ...columns].map((column) => sql.ref(column)));
  let changed = 0;
  for (const filter of filtersOf(columns, redaction.anchors)) {
    const { rows } = await sql<RedactableRow>`
      select ${selected} from ${sql.table(table)} where ${within(reach)} and ${filter}`.execute(db);
    for (const row of rows) {
      const change = changeOf(row, { columns, json }, redaction);
      if (Object.keys(change).length === 0) continue;
      await update(db, { table, key, row, change: { ...change, ...also?.(change) } });
      changed += 1;
    }
  }
  return changed;
}

/** Redacts the texts of an event, but not its type: clients could not read it. */
function redactTexts(event: ChatEvent, { redactJson }: Redaction): ChatEvent {
  const { type, seq, at, ...texts } = event;
  const turn = "turn" in event ? { turn: event.turn } : {};
  const redacted = fromJson<object>(redactJson(JSON.stringify(texts)));
  return fromParts({ type, ...redacted, ...turn, seq, at });
}

function fromParts(parts: object): ChatEvent;
function fromParts(parts: unknown): unknown {
  return parts;
}

function changeOf(
  row: RedactableRow,
  { columns, json }: { readonly columns: readonly string[]; readonly json: readonly string[] },
  { redact, redactJson }: Redaction,
): RedactableRow {
  const redactAs = (column: string, ofJson: readonly string[]) => {
    if (column === "frame") return (frame: string) => redactPinned(frame, redact);
    return ofJson.includes(column) ? redactJson : redact;
  };
  const changes = columns.flatMap((column) => {
    const text = row[column];
    if (typeof text !== "string") return [];
    const left = redactAs(column, json)(text);
    return left === text ? [] : [[column, left] as const];
  });
  return Object.fromEntries(changes);
}

/** Redacts the pinned memory of a frame; the rest describes the agent and contains no messages. */
function redactPinned(frame: string, redact: (text: string) => string): string {
  const value = fromJson<PromptPrefix>(frame);
  const pinned = redact(value.pinned);
  return pinned === value.pinned ? frame : JSON.stringify({ ...value, pinned });
}

async function update(
  db: Kysely<Tables>,
  {
    table,
    key,
    row,
    change,
  }: Pick<RedactableTable, "table" | "key"> & {
    readonly row: RedactableRow;
    readonly change: RedactableRow;
  },
): Promise<void> {
  const set = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const where = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(where, sql` and `)}`.execute(
    db,
  );
}

/** Returns the rows worth reading: in each some column holds one of the words. */
export function filtersOf(
  columns: readonly string[],
  anchors: readonly string[] | undefined,
): readonly RawBuilder<boolean>[] {
  if (!anchors) return [sql<boolean>`1 = 1`];
  const words = anchors.flatMap(formsOf);
  return Array.from({ length: Math.ceil(words.length / ANCHORS) }, (_, part) => {
    const some = words.slice(part * ANCHORS, (part + 1) * ANCHORS);
    const tests = columns.map((column) => {
      const likes = some.map((word) => sql`lower(${sql.ref(column)}) like ${`%${word}%`}`);
      return sql`(${sql.join(likes, sql` or `)})`;
    });
    return sql<boolean>`(${sql.join(tests, sql` or `)})`;
  });
}

/** SQLite knows the case of ASCII only. */
export function formsOf(word: string): readonly string[] {
  if (/^\p{ASCII}*$/u.test(word)) return [word];
  const upper = word.toUpperCase();
  const [first = "", ...rest] = word;
  const forms = [word, upper, `${first.toUpperCase()}${rest.join("")}`];
  return [...new Set(forms)].map((form) =>
    form.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );
}
