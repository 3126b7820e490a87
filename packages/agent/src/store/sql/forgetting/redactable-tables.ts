import { type RawBuilder, sql } from "kysely";
import { foldText } from "../../../kernel/text/fold-text.ts";
import { digestOf } from "../../../kernel/text/json.ts";
import type { ErasureScope } from "../../forgetting.ts";
import { fromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

/** A table with texts, and which of its rows are within reach. */
export interface RedactableTable {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Those of the columns that hold JSON. */
  readonly json?: readonly string[];
  readonly within: (reach: ErasureScope) => RawBuilder<boolean>;
  /** Returns further changes that follow from redacting a row. */
  readonly also?: (changed: RedactableRow) => RedactableRow;
}

/** Columns by their names. */
export type RedactableRow = Readonly<Record<string, unknown>>;

/** Tables that may contain messages word for word, without facts, history, passages and events. */
export const REDACTABLE_TABLES: readonly RedactableTable[] = [
  { table: "messages", key: ["order"], columns: ["text"], within: inChats },
  {
    table: "inbox",
    key: ["id"],
    columns: ["body", "reason"],
    json: ["body"],
    within: inChats,
  },
  {
    table: "steps",
    key: ["turn", "n"],
    columns: ["input", "extras", "text", "meta", "heard"],
    json: ["extras", "meta", "heard"],
    within: inTurns,
  },
  { table: "turns", key: ["id"], columns: ["label"], json: ["label"], within: inChats },
  {
    table: "passages",
    key: ["id"],
    columns: ["sources"],
    json: ["sources"],
    within: (reach) => sql<boolean>`scope in (select id from scopes where ${inChats(reach)})`,
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
    columns: ["args", "preview", "reason", "sources", "names", "also"],
    json: ["args", "sources", "names", "also"],
    within: inChats,
    also: cancelAsked,
  },
  {
    table: "grants",
    key: ["id"],
    columns: ["arguments"],
    json: ["arguments"],
    within: inChats,
  },
  { table: "deliveries", key: ["id"], columns: ["body"], json: ["body"], within: inChats },
  { table: "outbox", key: ["id"], columns: ["body"], json: ["body"], within: inChats },
  { table: "plugin_events", key: ["id"], columns: ["body"], json: ["body"], within: inChats },
  { table: "artifacts", key: ["id"], columns: ["content"], within: inChats },
  {
    table: "sessions",
    key: ["id"],
    columns: ["frame", "summary", "recap", "summary_label"],
    json: ["frame", "summary_label"],
    within: inChats,
    // The summary is rewritten from the remaining text.
    also: ({ recap }) => (recap === undefined ? {} : { recap: null }),
  },
  {
    table: "plans",
    key: ["id"],
    columns: ["goal", "steps", "reason", "label"],
    json: ["steps", "label"],
    within: inChats,
  },
  { table: "session_policies", key: ["id"], columns: ["text"], within: inChats },
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
    // The job no longer has a condition or a task to run.
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
    // Channel state belongs to no person: dead-lettered updates, and parts on their way.
    table: "channel_state",
    key: ["tenant", "channel", "key"],
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
    within: inChats,
  },
  {
    table: "audit",
    key: ["tenant", "n"],
    columns: ["args"],
    json: ["args"],
    within: inChats,
    // The digest could be used to guess the arguments, so remove them whole, with the salt.
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

/** Condition on `chat`: of the audiences within reach. */
export function inChats({ tenant, audiences }: ErasureScope): RawBuilder<boolean> {
  return sql<boolean>`chat in (
    select id from chats where tenant = ${tenant} and uid in (${sql.join(audiences)}))`;
}

/** Condition on `turn`: of the turns within reach. */
export function inTurns(reach: ErasureScope): RawBuilder<boolean> {
  return sql<boolean>`turn in (select id from turns where ${inChats(reach)})`;
}

/** Condition on `tenant` and `person`: of the people within reach. */
export function ofPeople({ tenant, audiences }: ErasureScope): RawBuilder<boolean> {
  return sql<boolean>`(tenant = ${tenant} and person in (${sql.join(audiences)}))`;
}

function byMakers({ tenant, audiences }: ErasureScope): RawBuilder<boolean> {
  return sql<boolean>`(tenant = ${tenant} and maker in (${sql.join(audiences)}))`;
}

/** Updates the digest of the arguments, so that it matches their current text. */
function hashArgs({ args }: RedactableRow): RedactableRow {
  return typeof args === "string" ? { args_hash: digestOf(fromJson(args)) } : {};
}

/** Cancels an open approval, because it cannot be decided as it was shown. */
function cancelAsked(changed: RedactableRow): RedactableRow {
  return {
    ...hashArgs(changed),
    state: sql`case when state = 'pending' then 'cancelled' else state end`,
  };
}

/** Drops sentences with a gap in them, because they carry no meaning. */
function whole(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => !sentence.includes("[forgotten]")).join(" ");
}
