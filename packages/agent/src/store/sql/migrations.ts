import { Fault } from "@reeve/sdk";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { migrateBilling } from "./migrate-billing.ts";
import { migrateImages } from "./migrate-images.ts";
import { indexMessages } from "./messages/index-messages.ts";
import type { PassageEngine } from "./search/passages.ts";
import type { Tables } from "./tables.ts";

/** Differences between the engines' schemas. */
export interface Engine {
  /** Column definition of a number that rises with each row. */
  readonly orderColumn: string;
  /** The same, but the number of a removed row may be used again if it was the last. */
  readonly rowColumn: string;
  /** Column definition of a number that is a row's key and is assigned by us. */
  readonly keyColumn: string;
  /** Type of a column that holds bytes. */
  readonly bytesColumn: string;
  /** Ends the definition of a table whose rows are stored in the order of their key. */
  readonly clustered: string;
  /** Type of a text column ordered by code point, whatever the language. */
  readonly orderedText: string;
  /** Condition for chats that wait for a worker and may be claimed now or later. */
  readonly waitingChat: string;
  /** Expression for the time in the JSON of an event, which is a column `body`. */
  readonly eventTime: string;
  /** Query for the names of all tables. */
  readonly tableNames: string;
  /** Statements that create the engine's word index. */
  readonly wordIndex: readonly string[];
  /** Turns existing rows into passages. */
  readonly passages: PassageEngine;
}

export interface MigrateOptions {
  /** Called before a database that holds data is changed; if it rejects, nothing is. */
  readonly beforeUpgrade?: ((schema: { readonly from: string }) => Promise<void>) | undefined;
}

/**
 * Migrates a database to the newest schema, from any version. A database that a newer version of
 * Reeve has written is `conflict`, and stays as it is.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine,
  { beforeUpgrade }: MigrateOptions = {},
): Promise<void> {
  const known = migrations(engine);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const done = await migrated(db, engine);
  const from = done.at(-1);
  const newest = Object.keys(known).toSorted().at(-1);
  if (done.some((name) => !Object.hasOwn(known, name)))
    throw new Fault(
      "conflict",
      `The database has schema ${from}, but this version of Reeve supports only schemas up to ${newest}.`,
      {
        hint: "Install the version of Reeve that created it, or restore an older backup: reeve restore <file>",
      },
    );
  if (from === newest) return;
  if (from !== undefined) await beforeUpgrade?.({ from });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Returns the names of the migrations that a database has been through, oldest first. */
async function migrated(db: Kysely<Tables>, engine: Engine): Promise<readonly string[]> {
  const tables = await sql.raw<{ name: string }>(engine.tableNames).execute(db);
  if (!tables.rows.some(({ name }) => name === "kysely_migration")) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Numbered and append-only: a migration that was released never changes. */
export function migrations(engine: Engine): Record<string, Migration> {
  return {
    "0001_spine": { up: (db) => runAll(db, spine(engine)) },
    "0002_journal": { up: (db) => runAll(db, journal(engine)) },
    "0003_compaction": { up: (db) => runAll(db, COMPACTION) },
    "0004_recap": { up: (db) => runAll(db, RECAP) },
    "0005_policies": { up: (db) => runAll(db, policies(engine)) },
    "0006_passages": { up: (db) => addPassages(db, engine) },
    "0007_agents": { up: (db) => runAll(db, AGENTS) },
    "0008_embedding_cache": { up: (db) => runAll(db, embeddingCache(engine)) },
    "0009_facts": { up: (db) => runAll(db, facts(engine)) },
    "0010_forgetting": { up: (db) => runAll(db, FORGETTING) },
    "0011_images": { up: (db) => runAll(db, IMAGES) },
    "0012_overrides": { up: (db) => runAll(db, overrides(engine)) },
    "0013_audit": { up: (db) => runAll(db, AUDIT) },
    "0014_approvals": { up: (db) => runAll(db, approvals(engine)) },
    "0015_limits": { up: (db) => runAll(db, limits(engine)) },
    "0016_labels": { up: (db) => runAll(db, LABELS) },
    "0017_unasked": { up: (db) => runAll(db, unasked(engine)) },
    "0018_assistant": { up: (db) => runAll(db, ASSISTANT) },
    "0019_schedule": { up: (db) => runAll(db, SCHEDULE) },
    "0020_plans": { up: (db) => runAll(db, PLANS) },
    "0021_exec": { up: (db) => runAll(db, exec(engine)) },
    "0022_revision": { up: (db) => runAll(db, REVISION) },
    "0023_gateway": { up: (db) => runAll(db, GATEWAY) },
    "0024_bus": { up: (db) => runAll(db, bus(engine)) },
    "0025_billing": { up: (db) => migrateBilling(db, engine) },
    "0026_attachments": { up: (db) => runAll(db, attachments(engine)) },
    "0027_surfaces": { up: (db) => runAll(db, SURFACES) },
    "0028_languages": { up: (db) => runAll(db, LANGUAGES) },
    "0029_held": { up: (db) => runAll(db, HELD) },
    "0030_parting": { up: (db) => runAll(db, PARTING) },
    "0031_channels": { up: (db) => runAll(db, CHANNELS) },
    "0032_feed": { up: (db) => addFeed(db, engine) },
    "0033_waits": { up: (db) => runAll(db, WAITS) },
    "0034_work": { up: (db) => runAll(db, WORK) },
    "0035_room": { up: (db) => saveRoom(db, engine) },
    "0036_outages": { up: (db) => runAll(db, OUTAGES) },
    "0037_flow": { up: (db) => runAll(db, FLOW) },
    "0038_names": { up: (db) => runAll(db, NAMES) },
    "0039_batches": { up: (db) => runAll(db, BATCHES) },
    "0040_files": { up: (db) => runAll(db, FILES) },
    "0041_nested": { up: (db) => runAll(db, NESTED) },
    "0049_plugin_events": { up: (db) => runAll(db, PLUGIN_EVENTS) },
    "0050_chat_settings": { up: (db) => runAll(db, CHAT_SETTINGS) },
    "0062_usage_days": { up: (db) => runAll(db, usageDays(engine)) },
    "0063_message_ids": { up: (db) => runAll(db, MESSAGE_IDS) },
    "0064_outbox_rows": { up: (db) => runAll(db, outboxRows(engine)) },
    "0065_waiting_chats": { up: (db) => runAll(db, waitingChats(engine)) },
    "0060_indexed_messages": { up: (db) => runAll(db, INDEXED_MESSAGES) },
    "0061_events": { up: (db) => runAll(db, joinEvents(engine)) },
    "0048_indexes": { up: (db) => runAll(db, indexes(engine)) },
  };
}

async function runAll(db: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

function spine({ orderColumn }: Engine): string[] {
  return [
    `create table people (
      id text primary key, tenant text not null, role text not null, name text not null)`,
    `create table identities (
      tenant text not null, surface text not null, external_id text not null,
      person text not null references people (id),
      primary key (tenant, surface, external_id))`,
    `create table places (
      id text primary key, tenant text not null, uid text not null,
      surface text not null, surface_id text not null, kind text not null, mode text not null,
      session_id text, pending bigint not null, next_at bigint not null,
      lease_owner text, lease_until bigint not null, epoch bigint not null,
      fence bigint not null, next_seq bigint not null, max_steps bigint not null,
      unique (tenant, uid, surface, surface_id))`,
    `create index places_waiting on places (next_at) where pending > 0`,
    `create index places_address on places (surface, surface_id)`,
    `create table sessions (
      id text primary key, place text not null references places (id), generation bigint not null,
      started bigint not null, ended bigint, reason text, frame text, turns bigint not null,
      messages bigint not null, input_tokens bigint not null, cached_tokens bigint not null,
      output_tokens bigint not null, unique (place, generation))`,
    `create table inbox (
      "order" ${orderColumn}, id text not null unique, place text not null references places (id),
      message_id text not null, edit bigint not null, kind text not null,
      author text not null references people (id), body text not null, label text not null,
      state text not null, turn text, reason text, shown bigint not null,
      received bigint not null)`,
    `create unique index inbox_message on inbox (place, message_id, edit)`,
    `create index inbox_open on inbox (place, "order") where state in ('queued', 'taken')`,
    `create index inbox_turn on inbox (turn)`,
    `create index inbox_message_id on inbox (message_id)`,
    `create table messages (
      "order" ${orderColumn}, place text not null references places (id),
      message_id text not null, edit bigint not null, direction text not null,
      author text not null, text text not null, at bigint not null, turn text)`,
    `create index messages_place on messages (place, "order")`,
    `create unique index messages_id on messages (place, direction, message_id, edit)`,
    `create table turns (
      "order" ${orderColumn}, id text not null unique, session text not null references sessions (id),
      place text not null references places (id), fence bigint not null, state text not null,
      cancel text, attempts bigint not null, opened_by text not null references inbox (id),
      role text not null, incident text, started bigint not null, ended bigint)`,
    `create unique index turns_running on turns (place) where state = 'running'`,
    `create index turns_session on turns (session, "order")`,
    `create index turns_incident on turns (incident) where incident is not null`,
    `create table steps (
      turn text not null references turns (id), n bigint not null, kind text not null,
      state text not null, request_id text not null, input text, extras text,
      text text not null, meta text,
      primary key (turn, n))`,
    `create table calls (
      id text primary key, turn text not null references turns (id), step bigint not null,
      position bigint not null, tool text not null, via text, args text not null, args_hash text not null,
      effect text not null, replay text not null, verdict text not null, state text not null,
      origin text, started_fence bigint, before_hash text, after_hash text, result text,
      artifact text, unique (turn, step, position))`,
    `create table events (
      place text not null references places (id), seq bigint not null, turn text,
      type text not null, version bigint not null, body text not null,
      primary key (place, seq))`,
    `create index events_turn on events (turn)`,
    `create table outbox (
      "order" ${orderColumn}, id text not null unique, kind text not null,
      place text not null references places (id), turn text not null references turns (id),
      position bigint not null, client_id text not null unique, body text not null,
      state text not null, attempts bigint not null, next_at bigint not null, receipt text)`,
    `create index outbox_waiting on outbox (place, "order") where state = 'waiting'`,
    `create index outbox_turn on outbox (turn)`,
    `create table approvals (
      "order" ${orderColumn}, id text not null unique, call text not null references calls (id),
      place text not null references places (id), tool text not null, args text not null,
      args_hash text not null, preview text not null, requester text not null references people (id),
      state text not null, created bigint not null, expires bigint not null, decided_by text,
      reason text, edits bigint not null)`,
    `create index approvals_call on approvals (call)`,
    `create table grants (
      id text primary key, tool text not null, place text not null references places (id),
      pattern text, granted_by text not null references people (id), until bigint)`,
    `create index grants_place on grants (place)`,
    `create table usage (
      "order" ${orderColumn}, turn text not null references turns (id), step bigint not null,
      place text not null references places (id), model text not null,
      input_tokens bigint not null, cached_tokens bigint not null,
      cache_write_tokens bigint not null, output_tokens bigint not null,
      reasoning_tokens bigint not null, cost_nano bigint, at bigint not null)`,
    `create index usage_turn on usage (turn)`,
    `create table artifacts (
      id text primary key, call text not null references calls (id),
      place text not null references places (id), content text not null)`,
    `create table notes (
      id text primary key, tenant text not null, person text not null references people (id),
      title text, text text not null, tags text not null, search text not null,
      created bigint not null, updated bigint not null)`,
    `create index notes_person on notes (tenant, person, created)`,
    `create table jobs (
      id text primary key, due bigint not null, kind text not null, state text not null)`,
    `create table audit (
      "order" ${orderColumn}, previous text not null, digest text not null, body text not null)`,
    `create table meta (key text primary key, value text not null)`,
  ];
}

function journal({ orderColumn }: Engine): string[] {
  return [
    `create table journal (
      "order" ${orderColumn}, key text not null,
      tenant text not null, person text not null references people (id),
      type text not null, action text not null, asset_from text, asset_to text,
      amount_from text, amount_to text, price_ton text, counterparty text, platform text,
      reasoning text not null, outcome text not null, pnl_ton text, pnl_pct text, tx_hash text,
      search text not null, created bigint not null, updated bigint not null,
      unique (tenant, person, key))`,
    `create index journal_person on journal (tenant, person, created)`,
  ];
}

function policies({ orderColumn }: Engine): string[] {
  return [
    `create table session_policies (
      "order" ${orderColumn}, id text not null unique, place text not null references places (id),
      text text not null, rule text not null, effect text, category text,
      message text not null references inbox (id), unique (message, text))`,
    `create index session_policies_place on session_policies (place, "order")`,
  ];
}

function embeddingCache({ bytesColumn }: Engine): string[] {
  return [
    `create table embedding_cache (
      key ${bytesColumn} primary key, model text not null, vector ${bytesColumn} not null,
      used_at bigint not null)`,
    `create index embedding_cache_used on embedding_cache (used_at)`,
  ];
}

function facts({ orderColumn }: Engine): string[] {
  return [
    `create table facts (
      "order" ${orderColumn}, id text not null unique, tenant text not null, audience text not null,
      place text not null references places (id), session text not null references sessions (id),
      turn text not null references turns (id), kind text not null, tier text not null,
      text text not null, subject text, search text not null, integrity text not null,
      said bigint not null, valid_from bigint not null, valid_until bigint, superseded_by text,
      confirmed_by text, state text not null, created bigint not null)`,
    `create index facts_audience on facts (tenant, audience, "order") where state = 'active'`,
    `create index facts_superseded on facts (superseded_by) where superseded_by is not null`,
    `create index facts_passing on facts (tier) where state = 'active' and tier <> 'long-term'`,
    `create table fact_evidence (
      fact text not null references facts (id), place text not null references places (id),
      message text not null, edit bigint not null, author text not null references people (id),
      said bigint not null, primary key (fact, place, message, edit))`,
    `create index fact_evidence_message on fact_evidence (place, message)`,
    `create table profiles (
      tenant text not null, person text not null references people (id), fixed text not null,
      text text not null, evidence text not null, updated bigint not null, stale bigint not null,
      primary key (tenant, person))`,
    `create table memory_changes (
      "order" ${orderColumn}, id text not null unique, tenant text not null,
      person text not null references people (id), at bigint not null, kind text not null,
      ref text not null, before text not null, after text not null, undone bigint)`,
    `create index memory_changes_person on memory_changes (tenant, person, "order")`,
    `create index memory_changes_ref on memory_changes (ref)`,
    `alter table turns add column learn text`,
    `create index turns_to_learn on turns (place, "order") where learn = 'waiting'`,
  ];
}

function approvals({ orderColumn }: Engine): string[] {
  return [
    `alter table inbox add column trace text not null default ''`,
    `update inbox set trace = id`,
    `alter table turns add column trace text not null default ''`,
    `update turns set trace = opened_by`,
    `alter table approvals add column effect text not null default 'exec'`,
    `alter table approvals add column digest text`,
    `alter table approvals add column needed bigint not null default 1`,
    `alter table approvals add column revises text`,
    `alter table approvals add column superseded_by text`,
    `alter table approvals add column decided_in text`,
    `alter table approvals add column trace text not null default ''`,
    `alter table approvals add column told text`,
    `alter table approvals add column closed bigint not null default 0`,
    `alter table approvals add column heard bigint not null default 0`,
    `update approvals set told = '[]', heard = 1,
      closed = case when state = 'pending' then 0 else 1 end,
      effect = (select calls.effect from calls where calls.id = approvals.call),
      trace = (select turns.opened_by from calls join turns on turns.id = calls.turn
        where calls.id = approvals.call)`,
    `create index approvals_open on approvals (expires) where state = 'pending'`,
    `create index approvals_unclosed on approvals ("order") where closed = 0`,
    `create index approvals_unheard on approvals (place) where state = 'expired' and heard = 0`,
    `create table approval_votes (
      approval text not null references approvals (id), person text not null references people (id),
      at bigint not null, primary key (approval, person))`,
    `create table approval_feedback (
      "order" ${orderColumn}, approval text not null references approvals (id), tool text not null,
      args_hash text not null, verdict text not null, latency bigint not null, at bigint not null)`,
    `alter table grants add column arguments text`,
    `alter table grants add column cap text`,
    `alter table grants add column revoked bigint`,
    `create table grant_uses (
      call text primary key, grant_id text not null references grants (id),
      amount text, at bigint not null)`,
    `create index grant_uses_grant on grant_uses (grant_id, at)`,
    `alter table people add column settled bigint not null default 0`,
    `create table link_codes (
      digest text primary key, tenant text not null, person text not null references people (id),
      created bigint not null, expires bigint not null, used bigint)`,
    `create table link_attempts (
      "order" ${orderColumn}, tenant text not null, person text not null references people (id),
      at bigint not null)`,
    `create index link_attempts_at on link_attempts (tenant, at)`,
    `create table links (
      "order" ${orderColumn}, id text not null unique, tenant text not null,
      person text not null references people (id), joined text not null references people (id),
      at bigint not null, moved text not null, undone bigint)`,
  ];
}

function limits({ orderColumn }: Engine): string[] {
  return [
    `create table limit_settings (key text primary key, value text not null)`,
    `create table money_accounts (
      subject text not null, day text not null, spent bigint not null, held bigint not null,
      primary key (subject, day))`,
    `create table money_holds (
      id text primary key, turn text references turns (id), subjects text not null,
      day text not null, nano bigint not null, at bigint not null)`,
    `create index money_holds_turn on money_holds (turn)`,
    `create table asset_spendings (
      "order" ${orderColumn}, call text not null unique, tenant text not null, asset text not null,
      amount text not null, recipient text, at bigint not null)`,
    `create index asset_spendings_at on asset_spendings (tenant, asset, at)`,
    `alter table inbox add column due bigint not null default 0`,
    `alter table inbox add column over text`,
    `alter table inbox add column counted bigint`,
    `create index inbox_author_rate on inbox (author, counted) where counted is not null`,
    `create index inbox_place_rate on inbox (place, counted) where counted is not null`,
    `create index inbox_too_fast on inbox (author, place, received) where over is not null`,
  ];
}

const COMPACTION: readonly string[] = [
  `alter table sessions add column summary text`,
  `alter table sessions add column carried text`,
  `alter table sessions add column masked_through text`,
  `alter table usage add column purpose text not null default 'think'`,
];

const RECAP: readonly string[] = [
  `alter table sessions add column recap text`,
  `create index sessions_without_recap on sessions (ended) where ended is not null and recap is null`,
];

const AGENTS: readonly string[] = [
  `alter table places add column agent text`,
  `alter table turns add column agent text not null default 'main'`,
  `create index usage_at on usage (at)`,
];

async function addPassages(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await runAll(db, [...passages(engine), ...engine.wordIndex]);
}

/** Makes passages of the messages of a database from before there were any. */
async function addFeed(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const indexed = db.selectFrom("scopes").select("id").where("source", "=", "feed").limit(1);
  if ((await indexed.execute()).length === 0) await indexMessages(db, engine.passages);
}

function passages({ orderColumn, keyColumn, bytesColumn, orderedText }: Engine): string[] {
  return [
    `create table scopes (
      id ${orderColumn}, tenant text not null, audience text not null,
      place text references places (id), source text not null,
      passages bigint not null, terms bigint not null)`,
    `create unique index scopes_key on scopes (tenant, audience, source, coalesce(place, ''))`,
    `create table passages (
      id ${orderColumn}, scope bigint not null references scopes (id),
      ref ${orderedText} not null,
      author text, integrity text not null, at bigint not null, text text not null,
      terms ${bytesColumn} not null)`,
    `create unique index passages_ref on passages (scope, ref)`,
    `create index passages_scope on passages (scope, id)`,
    `create index passages_author on passages (author, scope) where author is not null`,
    `create table spaces (
      id ${orderColumn}, model text not null, dims bigint not null, state text not null,
      complete_to bigint not null, vectors bigint not null, sum ${bytesColumn} not null,
      centre ${bytesColumn} not null, generation bigint not null,
      next_centre ${bytesColumn}, next_to bigint not null)`,
    `create table passage_vectors (key ${keyColumn}, vector ${bytesColumn} not null)`,
    `create table vector_log (
      seq ${orderColumn}, space bigint not null, generation bigint not null,
      passage bigint not null, scope bigint not null, at bigint not null,
      code ${bytesColumn} not null)`,
    `create table vector_segments (
      seq ${orderColumn}, space bigint not null, generation bigint not null,
      log_to bigint not null, first bigint not null, last bigint not null,
      codes ${bytesColumn} not null)`,
    `create index vector_segments_space on vector_segments (space, generation, seq)`,
    `create table dead_vectors (
      seq ${orderColumn}, passage bigint not null, is_erased bigint not null)`,
    `create index dead_vectors_left on dead_vectors (seq) where is_erased = 0`,
  ];
}

const FORGETTING: readonly string[] = [
  `create table forgettings (
    id text primary key, tenant text not null, person text references people (id),
    at bigint not null, kind text not null, rows bigint not null, turn text,
    state text not null, plan text)`,
  `create index forgettings_open on forgettings (at) where state = 'erasing'`,
  `alter table places add column archive text not null default 'on'`,
];

const IMAGES: readonly string[] = [
  `create table images (
    id text primary key, message text not null references inbox (id), media_type text not null,
    bytes bigint not null, content text not null)`,
  `create index images_message on images (message)`,
  `alter table steps add column images text`,
];

const LABELS: readonly string[] = [
  `alter table turns add column label text`,
  `alter table steps add column heard text`,
  `alter table calls add column taint text`,
  `alter table calls add column label text`,
  `alter table sessions add column summary_label text`,
  `alter table notes add column label text`,
  `alter table journal add column label text`,
  `create table file_labels (
    tenant text not null, path text not null, digest text not null, label text not null,
    primary key (tenant, path, digest))`,
  `create index file_labels_digest on file_labels (tenant, digest)`,
];

function overrides({ orderColumn }: Engine): string[] {
  return [
    `create table tool_overrides (
      tenant text not null, place text not null, kind text not null, name text not null,
      disabled bigint not null, scope text, access text, approval text,
      set_by text not null references people (id), at bigint not null,
      primary key (tenant, place, kind, name))`,
    `create table pauses (
      tenant text not null, place text not null, paused_by text not null references people (id),
      at bigint not null, primary key (tenant, place))`,
    `create table file_versions (
      "order" ${orderColumn}, id text not null unique, tenant text not null,
      person text not null references people (id), bytes bigint not null,
      encoding text not null, content text not null)`,
    `create index file_versions_person on file_versions (tenant, person, "order")`,
  ];
}

/** The table of the first version was never written to. */
const AUDIT: readonly string[] = [
  `drop table audit`,
  `create table audit (
    tenant text not null, n bigint not null, call text not null, turn text not null,
    place text not null, person text, tool text not null, at bigint not null,
    facts text, facts_salt text, facts_digest text not null,
    args text, args_salt text, args_digest text not null, hash text not null,
    primary key (tenant, n))`,
  `create index audit_turn on audit (turn)`,
  `create table audit_heads (tenant text primary key, n bigint not null)`,
  `alter table calls add column authority text`,
  `alter table calls add column started_at bigint`,
];

/** Lets outbox parts exist without a turn. */
function unasked({ orderColumn }: Engine): string[] {
  const columns =
    "id, kind, place, turn, position, client_id, body, state, attempts, next_at, receipt";
  return [
    `create table outbox_next (
      "order" ${orderColumn}, id text not null unique, kind text not null,
      place text not null references places (id), turn text references turns (id),
      position bigint not null, client_id text not null unique, body text not null,
      state text not null, attempts bigint not null, next_at bigint not null, receipt text)`,
    `insert into outbox_next (${columns}) select ${columns} from outbox order by "order"`,
    `drop table outbox`,
    `alter table outbox_next rename to outbox`,
    `create index outbox_waiting on outbox (place, "order") where state = 'waiting'`,
    `create index outbox_turn on outbox (turn)`,
  ];
}

const ASSISTANT: readonly string[] = [
  `create table tasks (
    id text primary key, tenant text not null, person text not null references people (id),
    title text not null, notes text, project text, project_key text, priority text not null, status text not null,
    due bigint not null, due_is_day bigint not null, done bigint, label text,
    created bigint not null, updated bigint not null)`,
  `create index tasks_due on tasks (tenant, person, status, due, created)`,
  `create index tasks_done on tasks (tenant, person, status, done desc, id)`,
  `create table readings (
    id text primary key, tenant text not null, person text not null references people (id),
    url text, title text not null, summary text, text text, tags text not null,
    tag_line text not null, status text not null, done bigint, label text,
    created bigint not null)`,
  `create index readings_status on readings (tenant, person, status, created desc, id desc)`,
  `create index readings_person on readings (tenant, person, created desc, id desc)`,
  `create table preferences (
    tenant text not null, person text not null references people (id),
    time_zone text, quiet_from text, quiet_to text, place text references places (id),
    briefing text, primary key (tenant, person))`,
];

/** The table of the first version was never written to. */
const SCHEDULE: readonly string[] = [
  `drop table jobs`,
  `create table jobs (
    id text primary key, tenant text not null, maker text not null references people (id),
    place text not null references places (id), kind text not null, text text not null,
    call text, schedule text not null, ends_at bigint, on_missed text not null,
    on_parent_failure text not null, parents text not null, label text not null,
    role text not null, state text not null, next_at bigint, last_at bigint,
    created bigint not null, matched text, why text)`,
  `create index jobs_due on jobs (state, next_at)`,
  `create index jobs_maker on jobs (maker, state, next_at)`,
  `create index jobs_place on jobs (place, state, next_at)`,
  `create index jobs_kind on jobs (kind, state, next_at)`,
  `create table job_parents (
    job text not null references jobs (id), parent text not null references jobs (id),
    primary key (job, parent))`,
  `create index job_parents_parent on job_parents (parent)`,
  `create table job_runs (
    job text not null references jobs (id), instant bigint not null, state text not null,
    message text, result text, label text, at bigint not null, owner text,
    lease_until bigint not null, primary key (job, instant))`,
  `create index job_runs_state on job_runs (state, lease_until)`,
];

const PLANS: readonly string[] = [
  `create table plans (
    id text primary key, tenant text not null, place text not null references places (id),
    person text not null references people (id), role text not null, approval text,
    goal text not null, steps text not null, step bigint not null, state text not null,
    reason text, label text not null, trace text not null, version bigint not null,
    created bigint not null, updated bigint not null)`,
  `create index plans_tenant on plans (tenant, created)`,
  `create index plans_place on plans (place, state, created)`,
];

function exec({ orderColumn }: Engine): string[] {
  return [
    `create table exec_audit (
      "order" ${orderColumn}, id text not null unique, tenant text not null,
      place text not null references places (id), person text, call text not null, tool text,
      approval text, command text, ran_in text not null, state text not null,
      exit_code bigint, reason text, stdout text, stderr text, started_at bigint not null,
      duration_ms bigint)`,
    `create index exec_audit_tenant on exec_audit (tenant, "order")`,
    `create index exec_audit_call on exec_audit (call)`,
  ];
}

const GATEWAY: readonly string[] = [
  `create table tokens (
    id text primary key, tenant text not null, person text not null references people (id),
    name text not null, scopes text not null, digest text not null, created bigint not null,
    expires bigint, last_used bigint, revoked bigint)`,
  `create index tokens_tenant on tokens (tenant, created)`,
  `create table web_sessions (
    id text primary key, tenant text not null, person text not null references people (id),
    digest text not null, created bigint not null, expires bigint not null)`,
  `create index web_sessions_person on web_sessions (tenant, person)`,
  `create table web_links (
    digest text primary key, tenant text not null, person text not null references people (id),
    expires bigint not null)`,
  `create table kept_answers (
    key text primary key, tenant text not null, person text not null references people (id),
    request text not null, status bigint, body text, expires bigint not null)`,
  `create index kept_answers_expires on kept_answers (expires)`,
];

const REVISION: readonly string[] = [
  `create table forgetting_revision (n bigint not null)`,
  `insert into forgetting_revision (n) values (0)`,
];

function bus({ orderColumn }: Engine): string[] {
  return [
    `create table subscriptions (
      id text primary key, tenant text not null, person text not null references people (id),
      url text not null, events text not null, description text not null, secret text not null,
      former_secret text, former_until bigint, state text not null, reason text,
      created bigint not null)`,
    `create table deliveries (
      "order" ${orderColumn}, id text not null unique,
      subscription text not null references subscriptions (id), event text not null,
      type text not null, place text, about text, body text not null, state text not null,
      attempts bigint not null, next_at bigint not null, reason text, created bigint not null,
      done bigint)`,
    `create index deliveries_waiting on deliveries (subscription, place, "order")
      where state = 'waiting'`,
    `create index deliveries_subscription on deliveries (subscription, "order")`,
    `create index deliveries_about on deliveries (about)`,
    `create index deliveries_done on deliveries (done)`,
    `create table hooks (
      tenant text not null, name text not null, person text not null references people (id),
      place text not null references places (id), secret text not null, template text not null,
      role text not null, integrity text not null, per_minute bigint not null,
      state text not null, created bigint not null, primary key (tenant, name))`,
  ];
}

function attachments({ bytesColumn }: Engine): string[] {
  return [
    `create table attachments (
      id text primary key, message text not null references inbox (id), position bigint not null,
      name text not null, media_type text not null, content ${bytesColumn} not null)`,
    `create index attachments_message on attachments (message)`,
    `alter table messages add column integrity text`,
    `alter table usage add column message text`,
  ];
}

const SURFACES: readonly string[] = [
  `create table surface_state (
    tenant text not null, surface text not null, key text not null, value text not null,
    updated_at bigint not null, primary key (tenant, surface, key))`,
  `create index surface_state_updated on surface_state (updated_at)`,
  `create table pairings (
    tenant text not null, person text not null references people (id), code text not null,
    surface text not null, chat text not null, external_id text not null, language text,
    created bigint not null, expires bigint not null, shown bigint not null,
    state text not null, primary key (tenant, person))`,
  `create unique index pairings_code on pairings (tenant, code)`,
  `alter table outbox add column reason text`,
];

const LANGUAGES: readonly string[] = [
  `alter table places add column language text`,
  `alter table preferences add column language text`,
];

const HELD: readonly string[] = [`alter table outbox add column held_since bigint`];

const WAITS: readonly string[] = [
  `create table model_waits (turn text primary key references turns (id), model text not null,
    cause text not null, reason text not null, since bigint not null, announced integer not null)`,
  `alter table messages add column notice integer not null default 0`,
];

const OUTAGES: readonly string[] = [
  `create table model_outages (model text primary key, cause text not null, reason text not null,
    since bigint not null, told_chat text, told_at bigint)`,
];

const WORK: readonly string[] = [
  `alter table outbox add column outages bigint not null default 0`,
  `alter table outbox add column created bigint not null default 0`,
  `update outbox set created = next_at`,
  `create index outbox_dead on outbox ("order") where state = 'dead'`,
  `alter table deliveries add column outages bigint not null default 0`,
  `create table work (kind text not null, id text not null, attempts bigint not null,
    outages bigint not null, crashes bigint not null, suspicion bigint not null,
    created bigint not null, next_at bigint not null, state text not null, reason text,
    primary key (kind, id))`,
];

const PARTING: readonly string[] = [
  `create index identities_person on identities (person)`,
  `create index approvals_pending on approvals (place) where state = 'pending'`,
  `alter table surface_state add column chat text`,
  `create index surface_state_chat on surface_state (chat) where chat is not null`,
];

async function saveRoom(db: Kysely<Tables>, engine: Engine): Promise<void> {
  // A call is removed after its artifacts, so they are found by it.
  await runAll(db, [`create index artifacts_call on artifacts (call)`]);
  await migrateImages(db, engine);
}

/** Tables that name a chat. */
const OF_CHATS: readonly string[] = [
  "sessions",
  "session_policies",
  "inbox",
  "messages",
  "scopes",
  "turns",
  "events",
  "outbox",
  "approvals",
  "grants",
  "usage",
  "usage_days",
  "artifacts",
  "preferences",
  "facts",
  "fact_evidence",
  "exec_audit",
  "plans",
  "tool_overrides",
  "pauses",
  "jobs",
  "audit",
  "deliveries",
  "hooks",
];

const CHANNELS: readonly string[] = [
  `alter table identities rename column surface to channel`,
  `alter table places rename to chats`,
  `alter table chats rename column surface to channel`,
  `alter table chats rename column surface_id to external_id`,
  `alter table pairings rename column surface to channel`,
  `alter table surface_state rename to channel_state`,
  `alter table channel_state rename column surface to channel`,
  ...OF_CHATS.map((table) => `alter table ${table} rename column place to chat`),
];

/** Sources of texts and of questions, and what calls told others. */
const FLOW: readonly string[] = [
  `alter table passages add column sources text`,
  `alter table approvals add column sources text`,
  `alter table pairings add column owner text`,
  `create table egress (
    call text primary key, tenant text not null, person text not null, turn text not null,
    hosts double precision not null, declared double precision not null, at bigint not null)`,
  `create index egress_person on egress (tenant, person, at)`,
];

/** Names of things whose ids are in a question. */
const NAMES: readonly string[] = [`alter table approvals add column names text`];

/** Questions about several calls. */
const BATCHES: readonly string[] = [
  `alter table approvals add column also text`,
  `alter table approvals add column batch text`,
];

/** Files that were sent with a message. */
const FILES: readonly string[] = [`alter table messages add column files text`];

/** Calls that were made by other calls: a sub-agent's, a program's. */
const NESTED: readonly string[] = [
  `alter table calls add column parent text`,
  `create index calls_parent on calls (parent) where parent is not null`,
];

/**
 * Fewer pages for each event and request. Events are found by their number in the chat; those of a turn,
 * which are neighbors, from its first one on, but for its questions in the chats of others.
 */
function indexes({ clustered }: Engine): string[] {
  return [
    `create table events_next (
      chat text not null references chats (id), seq bigint not null, turn text, type text not null,
      version bigint not null, body text not null, primary key (chat, seq))${clustered}`,
    `insert into events_next select chat, seq, turn, type, version, body from events`,
    `drop table events`,
    `alter table events_next rename to events`,
    `create index events_turn on events (turn) where type in ('turn-start', 'approval-request')`,
    `drop index usage_at`,
    `drop index usage_day`,
    `create index usage_day on usage (day, tenant)`,
    `drop index passages_author`,
    `drop index inbox_turn`,
    `create index inbox_turn on inbox (turn) where turn is not null`,
  ];
}

/**
 * Requests of days are found by their numbers, between the first and the last one of these days: an index of
 * days costs a page for each request. Days whose requests were removed have neither.
 */
function usageDays({ rowColumn }: Engine): string[] {
  const columns = `tenant, turn, step, chat, model, input_tokens, cached_tokens, cache_write_tokens,
    output_tokens, reasoning_tokens, cost_nano, at, purpose, day, message`;
  return [
    `create table usage_next (
      "order" ${rowColumn}, tenant text not null, turn text references turns (id), step bigint,
      chat text references chats (id), model text not null, input_tokens bigint not null,
      cached_tokens bigint not null, cache_write_tokens bigint not null,
      output_tokens bigint not null, reasoning_tokens bigint not null, cost_nano bigint,
      at bigint not null, purpose text not null, day text not null, message text)`,
    `insert into usage_next (${columns}) select ${columns} from usage order by "order"`,
    `drop table usage`,
    `alter table usage_next rename to usage`,
    `create index usage_turn on usage (turn)`,
    `create table usage_ranges (day text primary key, "first" bigint, "last" bigint)`,
    `insert into usage_ranges select day, min("order"), max("order") from usage group by day`,
    `alter table usage_days add column "first" bigint`,
    `alter table usage_days add column "last" bigint`,
    `update usage_days set
      "first" = (select "first" from usage_ranges where usage_ranges.day = usage_days.day),
      "last" = (select "last" from usage_ranges where usage_ranges.day = usage_days.day)`,
    `drop table usage_ranges`,
    `create index usage_days_day on usage_days (day)`,
  ];
}

/**
 * Most parts are known to their platforms by their own ids. Nothing refers to the number of a part that is gone:
 * numbers may be used again. Both save a page for each part.
 */
function outboxRows({ rowColumn, orderColumn }: Engine): string[] {
  if (rowColumn === orderColumn) return [`alter table outbox alter column client_id drop not null`];
  const columns = `"order", id, kind, chat, turn, position, client_id, body, state, attempts, next_at, receipt,
    reason, held_since, outages, created`;
  return [
    `create table outbox_next (
      "order" ${rowColumn}, id text not null unique, kind text not null,
      chat text not null references chats (id), turn text references turns (id),
      position bigint not null, client_id text, body text not null,
      state text not null, attempts bigint not null, next_at bigint not null, receipt text, reason text,
      held_since bigint, outages bigint not null default 0, created bigint not null default 0)`,
    `insert into outbox_next (${columns}) select ${columns} from outbox`,
    `drop table outbox`,
    `alter table outbox_next rename to outbox`,
    `create index outbox_waiting on outbox (chat, "order") where state = 'waiting'`,
    `create index outbox_turn on outbox (turn)`,
    `create unique index outbox_client on outbox (client_id) where client_id is not null`,
    `create index outbox_dead on outbox ("order") where state = 'dead'`,
  ];
}

/** Where a lease does not end by itself, a leased chat is no candidate and costs no page of the index. */
function waitingChats({ waitingChat }: Engine): string[] {
  return [
    `drop index places_waiting`,
    `create index chats_waiting on chats (next_at) where ${waitingChat}`,
  ];
}

/** Messages are found by their ids in each chat. */
const MESSAGE_IDS: readonly string[] = [`drop index inbox_message_id`];

/** Presses and payments that plugins handle. */
const PLUGIN_EVENTS: readonly string[] = [
  `create table plugin_events (
    id text primary key, tenant text not null, plugin text not null, kind text not null,
    chat text not null, person text not null, body text not null, state text not null,
    created bigint not null)`,
  `create index plugin_events_waiting on plugin_events (created) where state = 'waiting'`,
];

/** Access policies of chats, and whether tool calls are shown there. */
const CHAT_SETTINGS: readonly string[] = [
  `alter table chats add column policy text`,
  `alter table chats add column "verbose" text not null default 'off'`,
];

/** Messages become searchable later than they are stored, many at once. */
const INDEXED_MESSAGES: readonly string[] = [
  `create table indexed_messages ("order" bigint not null)`,
  `insert into indexed_messages select coalesce(max("order"), 0) from messages`,
];

/**
 * Consecutive events share a row: those of a turn, up to a size. Rows are appended, and found by the number of
 * their first event; those of a turn from its start on, but for its questions in the chats of others.
 */
function joinEvents({ eventTime }: Engine): string[] {
  return [
    `alter table turns add column first_event bigint`,
    `update turns set first_event = (select min(seq) from events
      where events.turn = turns.id and type in ('turn-start', 'approval-request') and type = 'turn-start')`,
    `create table events_next (
      chat text not null references chats (id), seq bigint not null, last_seq bigint not null,
      turn text, at bigint not null, has_request bigint not null, body text not null,
      primary key (chat, seq))`,
    `insert into events_next
      select chat, seq, seq, turn, coalesce(${eventTime}, 0),
        case when type = 'approval-request' then 1 else 0 end,
        '[{"type":"' || type || '",' || substr(body, 2) || ']'
      from events`,
    `drop table events`,
    `alter table events_next rename to events`,
    `create index events_turn on events (turn) where has_request = 1`,
  ];
}
