import { type Kysely, type RawBuilder, sql } from "kysely";
import { digestOf } from "../../kernel/json.ts";
import { foldText } from "../../kernel/fold-text.ts";
import type { Reach, Redaction } from "../forgetting.ts";
import type { Frame } from "../sessions.ts";
import { fromJson } from "./json.ts";
import { forgetArgs } from "./audit.ts";
import type { Tables } from "./tables.ts";

/** A table with texts, and which of its rows are within reach. */
interface Swept {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Those of the columns that hold JSON. */
  readonly json?: readonly string[];
  readonly within: (reach: Reach) => RawBuilder<boolean>;
  /** What follows from the change of a row. */
  readonly also?: (changed: Row) => Row;
}

type Row = Readonly<Record<string, unknown>>;

/** Everywhere where what was said may stand as it was said, but in facts, history and passages. */
const SWEPT: readonly Swept[] = [
  { table: "messages", key: ["order"], columns: ["text"], within: inPlaces },
  {
    table: "inbox",
    key: ["id"],
    columns: ["body", "reason"],
    json: ["body"],
    within: inPlaces,
  },
  {
    table: "steps",
    key: ["turn", "n"],
    columns: ["input", "extras", "text", "meta"],
    json: ["extras", "meta"],
    within: inTurns,
  },
  {
    table: "calls",
    key: ["id"],
    columns: ["args", "result", "taint", "label"],
    json: ["args", "result", "taint", "label"],
    within: inTurns,
    also: hashArgs,
  },
  {
    table: "approvals",
    key: ["id"],
    columns: ["args", "preview", "reason"],
    json: ["args"],
    within: inPlaces,
    also: cancelAsked,
  },
  {
    table: "grants",
    key: ["id"],
    columns: ["arguments"],
    json: ["arguments"],
    within: inPlaces,
  },
  { table: "events", key: ["place", "seq"], columns: ["body"], json: ["body"], within: inPlaces },
  { table: "deliveries", key: ["id"], columns: ["body"], json: ["body"], within: inPlaces },
  { table: "outbox", key: ["id"], columns: ["body"], json: ["body"], within: inPlaces },
  { table: "artifacts", key: ["id"], columns: ["content"], within: inPlaces },
  {
    table: "sessions",
    key: ["id"],
    columns: ["frame", "summary", "recap", "summary_label"],
    json: ["frame", "summary_label"],
    within: inPlaces,
    // A recap is written anew from what is left.
    also: ({ recap }) => (recap === undefined ? {} : { recap: null }),
  },
  {
    table: "plans",
    key: ["id"],
    columns: ["goal", "steps", "reason", "label"],
    json: ["steps", "label"],
    within: inPlaces,
  },
  { table: "session_policies", key: ["id"], columns: ["text"], within: inPlaces },
  {
    table: "notes",
    key: ["id"],
    columns: ["title", "text", "tags", "search", "label"],
    json: ["tags", "label"],
    within: ofPeople,
  },
  {
    table: "tasks",
    key: ["id"],
    columns: ["title", "notes", "project", "project_key", "label"],
    json: ["label"],
    within: ofPeople,
  },
  {
    table: "readings",
    key: ["id"],
    columns: ["url", "title", "summary", "text", "tags", "tag_line", "label"],
    json: ["tags", "label"],
    within: ofPeople,
  },
  {
    table: "journal",
    key: ["order"],
    columns: [
      "action",
      "asset_from",
      "asset_to",
      "counterparty",
      "platform",
      "reasoning",
      "tx_hash",
      "search",
    ],
    within: ofPeople,
    also: ({ search }) => (typeof search === "string" ? { search: foldText(search) } : {}),
  },
  {
    table: "jobs",
    key: ["id"],
    columns: ["text", "call", "schedule", "matched", "why", "label"],
    json: ["call", "schedule", "label"],
    within: byMakers,
    // What it was to wait for, or to do, is not known any more.
    also: ({ call, schedule }) =>
      call === undefined && schedule === undefined ? {} : { state: "cancelled", next_at: null },
  },
  {
    table: "job_runs",
    key: ["job", "instant"],
    columns: ["result", "label"],
    json: ["label"],
    within: (reach) => sql<boolean>`job in (select id from jobs where ${byMakers(reach)})`,
  },
  {
    table: "kept_answers",
    key: ["key"],
    columns: ["body"],
    json: ["body"],
    within: ofPeople,
  },
  {
    // What surfaces keep is nobody's by itself: updates set aside, and parts on their way.
    table: "surface_state",
    key: ["tenant", "surface", "key"],
    columns: ["value"],
    json: ["value"],
    within: ({ tenant }) => sql<boolean>`tenant = ${tenant}`,
  },
  { table: "file_versions", key: ["id"], columns: ["content"], within: ofPeople },
  {
    table: "exec_audit",
    key: ["id"],
    columns: ["command", "reason", "stdout", "stderr"],
    json: ["command"],
    within: inPlaces,
  },
  {
    table: "audit",
    key: ["tenant", "n"],
    columns: ["args"],
    json: ["args"],
    within: inPlaces,
    // Nothing in it can be told any more than guessed: it goes whole, with the salt.
    also: () => ({ args: null, args_salt: null }),
  },
  {
    table: "profiles",
    key: ["tenant", "person"],
    columns: ["fixed", "text"],
    within: ofPeople,
    also: ({ text }) => ({ stale: 1, ...(typeof text === "string" && { text: whole(text) }) }),
  },
];

/** How many words one statement looks for. */
const ANCHORS = 100;

/** Takes words out of the texts of rows; answers with how many changed. */
export async function sweepRows(
  db: Kysely<Tables>,
  reach: Reach,
  redaction: Redaction,
): Promise<number> {
  let changed = 0;
  for (const swept of SWEPT) changed += await sweepTable(db, swept, { reach, redaction });
  // What a file says cannot be taken out of its bytes.
  await sql`
    delete from attachments where message in (
      select id from inbox where body like '%[forgotten]%' and ${inPlaces(reach)})`.execute(db);
  // Long texts stand there as digests.
  await forgetArgs(
    db,
    sql<boolean>`call in (
      select id from calls where args like '%[forgotten]%' and ${inTurns(reach)})`,
  );
  return changed;
}

async function sweepTable(
  db: Kysely<Tables>,
  swept: Swept,
  { reach, redaction }: { readonly reach: Reach; readonly redaction: Redaction },
): Promise<number> {
  const { table, key, columns, json = [], within, also } = swept;
  const selected = sql.join([...key, ...columns].map((column) => sql.ref(column)));
  let changed = 0;
  for (const filter of filtersOf(columns, redaction.anchors)) {
    const { rows } = await sql<Row>`
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

function changeOf(
  row: Row,
  { columns, json }: { readonly columns: readonly string[]; readonly json: readonly string[] },
  { redact, redactJson }: Redaction,
): Row {
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

/** The rest of a frame says who the agent is, not what it was told. */
function redactPinned(frame: string, redact: (text: string) => string): string {
  const value = fromJson<Frame>(frame);
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
  }: Pick<Swept, "table" | "key"> & { readonly row: Row; readonly change: Row },
): Promise<void> {
  const set = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const where = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(where, sql` and `)}`.execute(
    db,
  );
}

/** The rows worth reading: in each some column holds one of the words. */
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

export function inPlaces({ tenant, audiences }: Reach): RawBuilder<boolean> {
  return sql<boolean>`place in (
    select id from places where tenant = ${tenant} and uid in (${sql.join(audiences)}))`;
}

function inTurns(reach: Reach): RawBuilder<boolean> {
  return sql<boolean>`turn in (select id from turns where ${inPlaces(reach)})`;
}

export function ofPeople({ tenant, audiences }: Reach): RawBuilder<boolean> {
  return sql<boolean>`(tenant = ${tenant} and person in (${sql.join(audiences)}))`;
}

function byMakers({ tenant, audiences }: Reach): RawBuilder<boolean> {
  return sql<boolean>`(tenant = ${tenant} and maker in (${sql.join(audiences)}))`;
}

/** What is compared with what was shown is what it says now. */
function hashArgs({ args }: Row): Row {
  return typeof args === "string" ? { args_hash: digestOf(fromJson(args)) } : {};
}

/** A question that is open cannot be answered as it was put. */
function cancelAsked(changed: Row): Row {
  return {
    ...hashArgs(changed),
    state: sql`case when state = 'pending' then 'cancelled' else state end`,
  };
}

/** A sentence with a gap in it says nothing. */
function whole(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => !sentence.includes("[forgotten]")).join(" ");
}
