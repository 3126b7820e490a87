import { type Kysely, sql } from "kysely";
import type { StoredTimes } from "../times.ts";
import type { Tables } from "./tables.ts";

/** Columns that say when a row was made, and further times of the same row. */
const MADE_AT: readonly (readonly [keyof Tables, string, ...string[]])[] = [
  ["messages", "at"],
  ["passages", "at"],
  ["inbox", "received"],
  ["sessions", "started", "ended"],
  ["turns", "started", "ended"],
  ["calls", "started_at"],
  ["plugin_events", "created"],
  ["model_waits", "since"],
  ["model_outages", "since", "told_at"],
  ["outbox", "created", "held_since"],
  ["work", "created"],
  ["deliveries", "created"],
  ["approvals", "created", "expires"],
  ["approval_votes", "at"],
  ["approval_feedback", "at"],
  ["grant_uses", "at"],
  ["link_codes", "created", "expires"],
  ["link_attempts", "at"],
  ["pairings", "created", "expires"],
  ["tokens", "created", "expires", "last_used"],
  ["web_sessions", "created", "expires"],
  ["usage", "at"],
  ["money_holds", "at"],
  ["asset_spendings", "at"],
  ["plans", "created", "updated"],
  ["jobs", "created", "last_at"],
  ["job_runs", "at"],
  ["notes", "created", "updated"],
  ["tasks", "created", "updated"],
  ["readings", "created"],
  ["journal", "created", "updated"],
  ["facts", "created", "said", "valid_from"],
  ["fact_evidence", "said"],
  ["profiles", "updated"],
  ["memory_changes", "at"],
  ["exec_audit", "started_at"],
];

/** Columns that say when work is tried again. */
const TRIED_AT: readonly (readonly [keyof Tables, string])[] = [
  ["chats", "next_at"],
  ["inbox", "due"],
  ["outbox", "next_at"],
  ["deliveries", "next_at"],
  ["work", "next_at"],
];

/** Tables whose `since` says how long something has waited. */
const WAITING_SINCE = ["model_waits", "model_outages"] as const;

export function createStoredTimes(db: Kysely<Tables>): StoredTimes {
  return {
    async move({ ms, from, until, now }) {
      for (const [table, made, ...others] of MADE_AT) {
        const changes = [made, ...others].map((name) => {
          const column = sql.ref(name);
          return sql`${column} = ${column} + ${ms}`;
        });
        await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.ref(made)} between ${from} and ${until}`.execute(
          db,
        );
      }
      if (ms >= 0) return;
      for (const [table, name] of TRIED_AT) {
        const column = sql.ref(name);
        await sql`update ${sql.table(table)} set ${column} = ${now} where ${column} > ${now}`.execute(
          db,
        );
      }
    },

    async hasten({ ms, now }) {
      for (const [table, name] of TRIED_AT) {
        const column = sql.ref(name);
        await sql`update ${sql.table(table)} set ${column} = ${column} - ${ms} where ${column} > ${now}`.execute(
          db,
        );
      }
      for (const table of WAITING_SINCE)
        await sql`update ${sql.table(table)} set since = since - ${ms}`.execute(db);
    },
  };
}
