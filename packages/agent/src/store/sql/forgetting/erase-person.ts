import { type Kysely, sql } from "kysely";
import type { ChatId } from "../../../kernel/ids.ts";
import type { KnownPerson } from "../../forgetting.ts";
import type { PassageStore } from "../../search/passages.ts";
import { forgetPerson as forgetPersonInAudit } from "../turns/audit.ts";
import { redactInbox } from "./redact-bodies.ts";
import { redactPosts } from "./redact-posts.ts";
import { redactSessions } from "./redact-sessions.ts";
import { redactActivity, redactTurns } from "./redact-turns.ts";
import { removeFacts } from "../search/remove-facts.ts";
import type { Tables } from "../tables.ts";

/** Removes what belongs to a person beside messages. Who they are stays known, so that they stay who they are. */
export async function erasePerson(
  db: Kysely<Tables>,
  { tenant, person }: KnownPerson,
  passages: PassageStore,
): Promise<number> {
  const facts = await db
    .selectFrom("facts")
    .select("id")
    .where("tenant", "=", tenant)
    .where("audience", "=", person)
    .execute();
  let rows = await eraseElsewhere(db, { tenant, person }, passages);
  rows += await removeFacts(
    db,
    facts.map(({ id }) => id),
    passages,
  );
  const scope = { tenant, audience: person, chat: null, source: "note" } as const;
  for (const { ref } of await passages.list(scope)) await passages.remove(scope, ref);
  for (const table of [
    "notes",
    "tasks",
    "readings",
    "preferences",
    "journal",
    "profiles",
    "memory_changes",
    "file_versions",
    "plans",
    "exec_audit",
    "tokens",
    "web_sessions",
    "web_links",
    "kept_answers",
    "pairings",
    "plugin_events",
  ] as const) {
    const removed = await sql`
      delete from ${sql.table(table)} where tenant = ${tenant} and person = ${person}`.execute(db);
    rows += Number(removed.numAffectedRows ?? 0);
  }
  rows += await eraseJobs(db, { tenant, person });
  await forgetPersonInAudit(db, { tenant, person });
  rows += await eraseChats(db, { tenant, person }, passages);
  const grants = await sql`
    delete from grants where granted_by = ${person}
      and chat in (select id from chats where uid = ${person})`.execute(db);
  return rows + Number(grants.numAffectedRows ?? 0);
}

/** Erases jobs that the agent ran for the person, with their results. */
async function eraseJobs(db: Kysely<Tables>, { tenant, person }: KnownPerson): Promise<number> {
  const theirs = sql`(select id from jobs where tenant = ${tenant} and maker = ${person})`;
  await sql`delete from job_parents where job in ${theirs} or parent in ${theirs}`.execute(db);
  const runs = await sql`delete from job_runs where job in ${theirs}`.execute(db);
  const jobs = await sql`delete from jobs where tenant = ${tenant} and maker = ${person}`.execute(
    db,
  );
  return Number(runs.numAffectedRows ?? 0) + Number(jobs.numAffectedRows ?? 0);
}

/** Erases text of the person's jobs and plans in groups; their own chats are erased as a whole. */
async function eraseElsewhere(
  db: Kysely<Tables>,
  { tenant, person }: KnownPerson,
  passages: PassageStore,
): Promise<number> {
  const said = ({ table, owner }: { readonly table: "jobs" | "plans"; readonly owner: string }) =>
    sql<{ readonly id: string; readonly chat: ChatId }>`
      select ${sql.table(table)}.id, chat from ${sql.table(table)}
        join chats on chats.id = chat
        where ${sql.table(table)}.tenant = ${tenant} and ${sql.ref(owner)} = ${person}
          and chats.uid <> ${person}`.execute(db);
  const jobs = await said({ table: "jobs", owner: "maker" });
  const plans = await said({ table: "plans", owner: "person" });
  for (const { id, chat } of [...jobs.rows, ...plans.rows])
    await redactPosts(db, { chat, about: id }, passages);
  return redactActivity(db, { tenant, person }, passages);
}

/** Erases the rest of the person's own chats once the messages are gone: decisions, jobs, summaries. */
async function eraseChats(
  db: Kysely<Tables>,
  { tenant, person }: KnownPerson,
  passages: PassageStore,
): Promise<number> {
  const chats = await db
    .selectFrom("chats")
    .select("id")
    .where("tenant", "=", tenant)
    .where("uid", "=", person)
    .execute();
  let rows = 0;
  for (const { id } of chats) {
    const sessions = await db.selectFrom("sessions").select("id").where("chat", "=", id).execute();
    rows += await redactSessions(
      db,
      sessions.map((session) => session.id),
      passages,
    );
    const turns = await db.selectFrom("turns").select("id").where("chat", "=", id).execute();
    rows += await redactTurns(
      db,
      turns.map((turn) => turn.id),
      passages,
    );
    await redactInbox(db, id);
    await db.updateTable("chats").set({ language: null }).where("id", "=", id).execute();
    await db.deleteFrom("deliveries").where("chat", "=", id).execute();
    await redactPosts(db, { chat: id }, passages);
  }
  return rows;
}
