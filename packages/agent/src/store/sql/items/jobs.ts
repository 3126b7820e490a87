import { type Kysely, sql } from "kysely";
import type { JobFilter, JobStore } from "../../items/jobs.ts";
import type { JobId } from "../../../kernel/ids.ts";
import { TERMINAL_STATES } from "../../messages/inbox.ts";
import { OPEN_APPROVALS } from "../../turns/approvals.ts";
import { toJob, toJobRow, toJson, toRun, toScheduleColumns } from "./job-row.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export function createJobs(db: Kysely<Tables>): JobStore {
  const jobs = () => db.selectFrom("jobs").selectAll();
  const runs = () => db.selectFrom("job_runs").selectAll("job_runs");

  /** Open approvals of the turn of an inbox row. */
  const openApprovals = () =>
    db
      .selectFrom("calls")
      .innerJoin("approvals", "approvals.call", "calls.id")
      .select("approvals.id")
      .whereRef("calls.turn", "=", sql.ref("inbox.turn"))
      .where("approvals.state", "in", OPEN_APPROVALS);

  const matching = ({ tenant, maker, chat, kinds, states }: Omit<JobFilter, "limit">) => {
    let query = db.selectFrom("jobs").where("tenant", "=", tenant);
    if (maker !== undefined) query = query.where("maker", "=", maker);
    if (chat !== undefined) query = query.where("chat", "=", chat);
    if (kinds !== undefined) query = query.where("kind", "in", kinds);
    if (states !== undefined) query = query.where("state", "in", states);
    return query;
  };

  const setParents = async (job: JobId, parents: readonly JobId[]) => {
    await db.deleteFrom("job_parents").where("job", "=", job).execute();
    const rows = [...new Set(parents)].map((parent) => ({ job, parent }));
    if (rows.length > 0) await db.insertInto("job_parents").values(rows).execute();
  };

  return {
    async add(job) {
      const added = await db
        .insertInto("jobs")
        .values(toJobRow(job))
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!added) return false;
      if (job.parents.length > 0) await setParents(job.id, job.parents);
      return true;
    },

    async byId(id) {
      const row = await jobs().where("id", "=", id).executeTakeFirst();
      return row && toJob(row);
    },

    async list({ limit, ...filter }) {
      // Query one after the other, each in the order of an index, so that no more rows are read than needed.
      const due = await matching(filter)
        .selectAll()
        .where("next_at", "is not", null)
        .orderBy("next_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      if (due.length === limit) return due.map(toJob);
      const others = await matching(filter)
        .selectAll()
        .where("next_at", "is", null)
        .orderBy("created", "desc")
        .orderBy("id")
        .limit(limit - due.length)
        .execute();
      return [...due, ...others].map(toJob);
    },

    async count(filter) {
      const counted = await matching(filter)
        .select(({ fn }) => fn.countAll().as("jobs"))
        .executeTakeFirst();
      return Number(counted?.jobs ?? 0);
    },

    async due(now, limit) {
      const rows = await jobs()
        .where("state", "=", "active")
        .where("next_at", "<=", now)
        .orderBy("next_at")
        .limit(limit)
        .execute();
      return rows.map(toJob);
    },

    async agenda() {
      const { nextAt, leaseUntil, queued } = await AGENDA.one(db, {});
      return {
        nextAt: nextAt ?? undefined,
        leaseUntil: leaseUntil ?? undefined,
        hasQueued: queued !== null,
      };
    },

    async move(id, from, { nextAt, lastAt, state, matched, chat }) {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({
          ...(nextAt !== undefined && { next_at: nextAt }),
          ...(lastAt !== undefined && { last_at: lastAt }),
          ...(state !== undefined && { state }),
          ...(matched !== undefined && { matched }),
          ...(chat !== undefined && { chat }),
        })
        .where("id", "=", id)
        .where("state", "=", "active")
        .where("next_at", from === null ? "is" : "=", from)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async change(id, { nextAt, state, text, schedule, parents, chat, why }) {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({
          // Something has to be set, also where only the parents change.
          id,
          ...(nextAt !== undefined && { next_at: nextAt }),
          ...(state !== undefined && { state }),
          ...(text !== undefined && { text }),
          ...(schedule !== undefined && toScheduleColumns(schedule)),
          ...(parents !== undefined && { parents: JSON.stringify(parents) }),
          ...(chat !== undefined && { chat }),
          ...(why !== undefined && { why }),
        })
        .where("id", "=", id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (parents !== undefined) await setParents(id, parents);
      return true;
    },

    async cancel(id) {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({ state: "cancelled", next_at: null })
        .where("id", "=", id)
        .where("state", "=", "active")
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async childrenOf(id) {
      return (await CHILDREN_OF.all(db, { id })).map(toJob);
    },

    async watching(tenant, now) {
      const watches = await WATCHES.all(db, { tenant });
      return watches.filter(({ ends_at: endsAt }) => (endsAt ?? 0) > now).map(toJob);
    },

    async endWatches(now) {
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({ state: "done", why: "it expired" })
        .where("kind", "=", "watch")
        .where("state", "=", "active")
        .where("next_at", "is", null)
        .where("ends_at", "<=", now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async addRun({ leaseUntil, label, ...run }) {
      const added = await db
        .insertInto("job_runs")
        .values({ ...run, label: toJson(label), lease_until: leaseUntil })
        .onConflict((conflict) => conflict.doNothing())
        .returning("job")
        .executeTakeFirst();
      return added !== undefined;
    },

    async run(job, instant) {
      const row = await runs()
        .where("job", "=", job)
        .where("instant", "=", instant)
        .executeTakeFirst();
      return row && toRun(row);
    },

    async runs(job, limit) {
      const rows = await runs()
        .where("job", "=", job)
        .orderBy("instant", "desc")
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },

    async removeRuns(job, before) {
      const { numDeletedRows } = await db
        .deleteFrom("job_runs")
        .where("job", "=", job)
        .where("instant", "<", before)
        .where("state", "not in", ["claimed", "queued"])
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async settleRun(job, instant, { state, at, message, result, label }) {
      const { numUpdatedRows } = await db
        .updateTable("job_runs")
        .set({
          state,
          at,
          ...(message !== undefined && { message }),
          ...(result !== undefined && { result }),
          ...(label !== undefined && { label: toJson(label) }),
        })
        .where("job", "=", job)
        .where("instant", "=", instant)
        .where("state", "in", ["claimed", "queued"])
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async abandoned(now, limit) {
      const rows = await runs()
        .where("state", "=", "claimed")
        .where("lease_until", "<=", now)
        .orderBy("lease_until")
        .orderBy("instant")
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },

    async reclaim({ job, instant, owner }, lease) {
      const { numUpdatedRows } = await db
        .updateTable("job_runs")
        .set({ owner: lease.owner, lease_until: lease.leaseUntil })
        .where("job", "=", job)
        .where("instant", "=", instant)
        .where("state", "=", "claimed")
        .where("owner", owner === null ? "is" : "=", owner)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async voidRunLeases() {
      await db
        .updateTable("job_runs")
        .set({ lease_until: 0 })
        .where("state", "=", "claimed")
        .execute();
    },

    async ended(limit) {
      const rows = await runs()
        .innerJoin("inbox", "inbox.id", "job_runs.message")
        .where("job_runs.state", "=", "queued")
        .where("inbox.state", "in", TERMINAL_STATES)
        .where((row) => row.not(row.exists(openApprovals())))
        .orderBy("inbox.order")
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },

    async costSince(job, since) {
      const spent = await db
        .selectFrom("job_runs")
        .innerJoin("inbox", "inbox.id", "job_runs.message")
        .innerJoin("usage", "usage.turn", "inbox.turn")
        .select(({ fn }) => fn.sum("usage.cost_nano").as("cost"))
        .where("job_runs.job", "=", job)
        .where("job_runs.instant", ">=", since)
        .executeTakeFirst();
      return BigInt(spent?.cost ?? 0);
    },
  };
}

/** SQLite reads the tables of a cross join in their order; else it would look at every active job. */
const CHILDREN_OF = prepareStatement((db, { id }: { id: JobId }) =>
  db
    .selectFrom("job_parents")
    .crossJoin("jobs")
    .selectAll("jobs")
    .where("job_parents.parent", "=", id)
    .whereRef("jobs.id", "=", "job_parents.job")
    .where("jobs.state", "=", "active")
    .orderBy("jobs.created")
    .orderBy("jobs.id"),
);

const WATCHES = prepareStatement(
  (db, { tenant }: { tenant: string }) =>
    db
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", "watch")
      .where("state", "=", "active")
      .where("tenant", "=", tenant)
      .where("next_at", "is", null)
      .orderBy("created")
      .orderBy("id"),
  ["jobs"],
);

/** When something becomes due, without looking at any other table. */
const AGENDA = prepareStatement(
  (db) => {
    const claimed = db.selectFrom("job_runs").where("state", "=", "claimed");
    const queued = db.selectFrom("job_runs").where("state", "=", "queued");
    const due = db
      .selectFrom("jobs")
      .where("state", "=", "active")
      .where("next_at", "is not", null);
    return db.selectNoFrom([
      due.select("next_at").orderBy("next_at").limit(1).as("nextAt"),
      claimed.select("lease_until").orderBy("lease_until").limit(1).as("leaseUntil"),
      queued.select("job").limit(1).as("queued"),
    ]);
  },
  ["jobs", "job_runs"],
);
