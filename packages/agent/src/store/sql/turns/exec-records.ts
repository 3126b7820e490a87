import type { Kysely, Selectable } from "kysely";
import type { ExecRecord, ExecRecordStore } from "../../turns/exec-records.ts";
import type { Tables } from "../tables.ts";

export function createExecRecords(db: Kysely<Tables>): ExecRecordStore {
  return {
    async start({ id, tenant, chat, person, call, command, ranIn, startedAt }) {
      const called = await db
        .selectFrom("calls")
        .select(["tool", "origin"])
        .where("id", "=", call)
        .executeTakeFirst();
      await db
        .insertInto("exec_audit")
        .values({
          id,
          tenant,
          chat,
          person,
          call,
          tool: called?.tool ?? null,
          approval: called?.origin ?? null,
          command,
          ran_in: ranIn,
          state: "started",
          exit_code: null,
          reason: null,
          stdout: null,
          stderr: null,
          started_at: startedAt,
          duration_ms: null,
        })
        .execute();
    },

    async end(id, { state, exitCode, reason, stdout, stderr, durationMs }) {
      const changed = await db
        .updateTable("exec_audit")
        .set({ state, exit_code: exitCode, reason, stdout, stderr, duration_ms: durationMs })
        .where("id", "=", id)
        .where("state", "=", "started")
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },

    async list(tenant, limit) {
      const rows = await db
        .selectFrom("exec_audit")
        .selectAll()
        .where("tenant", "=", tenant)
        .orderBy("order", "desc")
        .limit(limit)
        .execute();
      return rows.map(toRecord);
    },
  };
}

function toRecord(row: Selectable<Tables["exec_audit"]>): ExecRecord {
  const { id, tenant, chat, person, call, tool, approval, command, state, reason } = row;
  return {
    id,
    tenant,
    chat,
    person,
    call,
    tool,
    approval,
    command,
    ranIn: row.ran_in,
    state,
    exitCode: row.exit_code,
    reason,
    stdout: row.stdout,
    stderr: row.stderr,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
  };
}
