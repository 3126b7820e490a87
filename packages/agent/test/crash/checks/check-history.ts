import path from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { TERMINAL_STATES } from "../../../src/store/messages/inbox.ts";
import { STORED_EVENTS } from "../../kit/stored-events.ts";
import { checkApprovals } from "./check-approvals.ts";
import { checkLearning } from "./check-learning.ts";
import { checkLedger } from "./check-ledger.ts";
import { checkPlans } from "./check-plans.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import { checkSaid } from "./check-said.ts";
import type { Effect, OuterWorld, Sent } from "../world.ts";

type Row = Readonly<Record<string, string | null>>;

/** Returns problems with a history as sentences; empty if every promise was kept. */
export function checkHistory(home: string, world: OuterWorld): readonly string[] {
  using database = openDatabase(home);
  const rows = (sql: string) => database.db.prepare(sql).all().map(toRow);
  return [
    ...checkMessages(rows("select * from inbox where kind = 'message'"), world),
    ...checkDecisions(rows("select * from inbox where kind = 'decision'")),
    ...checkAnswers(rows(ANSWERED), world),
    ...checkCommands(rows, world),
    ...checkRefusals(rows(REFUSING), world),
    ...checkEffects(rows("select * from calls"), world.effects),
    ...checkExecuted(rows("select * from exec_audit"), world.effects),
    ...checkCalls(rows("select * from calls")),
    ...checkRecords(rows(RECORDED)),
    ...checkJobs(rows(RUNS), world),
    ...checkChats(rows),
    ...checkLearning(rows),
    ...checkLedger(rows),
    ...checkApprovals(rows, world),
    ...checkPlans(rows, world),
    ...checkWebhooks(rows, world),
    ...checkSaid(rows("select args from calls where tool = 'voice_speak'"), world),
  ];
}

/** Converts all columns to text for comparing and printing. */
function toRow(columns: Readonly<Record<string, SQLOutputValue>>): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, value?.toString() ?? null]),
  );
}

function openDatabase(home: string) {
  const db = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  return { db, [Symbol.dispose]: () => db.close() };
}

/** Checks that every acknowledged message is stored once, in one final state. */
function checkMessages(inbox: readonly Row[], { updates, acked }: OuterWorld): string[] {
  const accepted = updates
    .slice(0, acked)
    .flatMap((update) =>
      update.type === "message" || update.type === "command" ? [update.tag] : [],
    );
  const problems = accepted.flatMap((tag) => {
    const found = inbox.filter((row) => row["message_id"] === tag);
    return found.length === 1 ? [] : [`message ${tag} is in the inbox ${found.length} times`];
  });
  const open = inbox.filter((row) => !isTerminal(row["state"]));
  return [...problems, ...open.map((row) => `message ${row["message_id"]} is ${row["state"]}`)];
}

function checkDecisions(decisions: readonly Row[]): string[] {
  return decisions
    .filter((row) => !isTerminal(row["state"]))
    .map((row) => `decision ${row["message_id"]} is ${row["state"]}`);
}

/** But for commands, and for what a plan answers: also decisions about a step that was skipped. */
const ANSWERED = `
  select * from inbox where not (state = 'answered' and turn is null) and kind <> 'plan-step'
    and (turn is null or turn not in (select turn from calls where tool = 'plan_create'))
    and not exists (
      select plans.id from plans, json_each(plans.steps) as step
      where plans.id = json_extract(inbox.body, '$.planStep.plan')
        and step.key = json_extract(inbox.body, '$.planStep.step')
        and json_extract(step.value, '$.state') = 'skipped')`;

/** Checks that everyone who was promised an answer saw exactly one, and that everyone else learned why not. */
function checkAnswers(inbox: readonly Row[], { sent }: OuterWorld): string[] {
  return inbox.flatMap((row) => {
    const name = nameOf(row);
    const times = sent.filter(answers(name)).length;
    switch (row["state"]) {
      case "answered":
        return times === 1 ? [] : [`${name} was answered ${times} times`];
      case "folded":
        return times <= 1 ? [] : [`${name} was answered ${times} times`];
      case "withdrawn":
        return times === 0 ? [] : [`${name} was stopped and answered`];
      case "failed":
        return sent.some(({ part }) => part.type === "notice") ? [] : [`${name} failed in silence`];
      default:
        return [];
    }
  });
}

/** Checks that each command was answered by one message, and each /undo undid one change. */
function checkCommands(
  rows: (sql: string) => readonly Row[],
  { sent, updates, acked }: OuterWorld,
): string[] {
  const answered = rows(`
    select message_id, client_id from inbox
    left join outbox on outbox.id = 'command:' || inbox.id || ':0'
    where inbox.state = 'answered' and inbox.turn is null`);
  const problems = answered.flatMap(({ message_id: tag, client_id: id }) => {
    const times = sent.filter(({ clientId }) => clientId === id).length;
    return times === 1 ? [] : [`command ${tag} was answered ${times} times`];
  });
  const commands = updates.slice(0, acked).filter(({ type }) => type === "command");
  const unanswered =
    answered.length === commands.length
      ? []
      : [`${commands.length} commands have ${answered.length} answers`];
  const undos = commands.filter((one) => one.type === "command" && one.text === "/undo").length;
  const undone = rows("select id from memory_changes where undone is not null").length;
  if (undos === 0 || undone === undos) return [...problems, ...unanswered];
  return [...problems, ...unanswered, `${undos} times /undo took ${undone} changes back`];
}

/** Turns that were refused; messages that waited together are refused in one. */
const REFUSING = "select distinct turn from inbox where state = 'refused'";

/** Checks that a refusal is sent once, however often it was attempted. */
function checkRefusals(refusing: readonly Row[], { sent }: OuterWorld): string[] {
  const told = sent.filter(({ part }) => part.type === "notice" && part.code === "exhausted");
  if (told.length === refusing.length) return [];
  return [`${refusing.length} refusals were told ${told.length} times`];
}

function nameOf(row: Row): string {
  const [, task] = /^job:(\w+):/.exec(row["message_id"] ?? "") ?? [];
  if (task !== undefined) return `<${task}>`;
  if (row["kind"] === "message") return `<${row["message_id"]}>`;
  return `<decision ${(row["message_id"] ?? "").replace("decision:", "")}>`;
}

function answers(name: string): (sent: Sent) => boolean {
  return ({ part }) => part.type === "text" && part.text.includes(name);
}

/** Jobs in whose turn a call may or may not have happened: they fail, and jobs that depend on them are skipped. */
const RUNS = `
  with uncertain as (
    select distinct job_runs.job from job_runs
    join inbox on inbox.id = job_runs.message
    join calls on calls.turn = inbox.turn
    where json_extract(calls.result, '$.type') = 'unknown')
  select jobs.id, jobs.kind, count(*) as runs, min(job_runs.state) as state,
    case
      when jobs.id in (select job from uncertain) then 'failed'
      when exists (select 1 from job_parents
        where job_parents.job = jobs.id and job_parents.parent in (select job from uncertain))
      then 'skipped'
      else 'done'
    end as expected
  from jobs
  left join job_runs on job_runs.job = jobs.id where jobs.state <> 'cancelled' group by jobs.id`;

/** Checks that due jobs ran once, and that their posts and effects were seen once. */
function checkJobs(jobs: readonly Row[], { sent }: OuterWorld): string[] {
  return jobs.flatMap(({ id, kind, runs, state, expected }) => {
    const times = sent.filter(
      ({ part }) => part.type === "text" && part.text.startsWith(`remember ${id}`),
    );
    const isEnded = state === expected || (state === "late" && expected === "done");
    const ended = isEnded ? [] : [`job ${id} is ${state}`];
    const ran = runs === "1" ? [] : [`job ${id} ran ${runs} times`];
    const isSaid = kind !== "reminder" || times.length === 1;
    return [...ended, ...ran, ...(isSaid ? [] : [`job ${id} was said ${times.length} times`])];
  });
}

/** Checks that nothing outside happened twice, and that every reported effect happened. */
function checkEffects(calls: readonly Row[], effects: readonly Effect[]): string[] {
  const changing = effects.filter(({ tool }) => tool !== "crash_read");
  const names = new Set(changing.map(({ effect }) => effect));
  const doubles = [...names].flatMap((name) => {
    const times = timesDone(changing.filter(({ effect }) => effect === name));
    return times === 1 ? [] : [`effect ${name} was done ${times} times`];
  });
  const missing = calls.flatMap((call) => {
    const { effect } = JSON.parse(call["args"] ?? "{}");
    const result = JSON.parse(call["result"] ?? "{}");
    if (result.type !== "value" || effect === undefined || names.has(effect)) return [];
    return call["tool"] === "crash_read" || call["tool"] === "crash_long"
      ? []
      : [`effect ${effect} is reported and never happened`];
  });
  return [...doubles, ...missing];
}

/** Checks that a command is recorded once before it runs, and its end only after it ran. */
function checkExecuted(records: readonly Row[], effects: readonly Effect[]): string[] {
  const ran = effects.filter(({ tool }) => tool === "crash_command");
  const unrecorded = ran.flatMap(({ effect, call }) => {
    const times = records.filter((record) => record["call"] === call).length;
    return times === 1 ? [] : [`command ${effect} is on record ${times} times`];
  });
  const unfounded = records.flatMap(({ call, state }) =>
    state === "started" || ran.some((one) => one.call === call)
      ? []
      : [`the command of call ${call} is ${state} and never ran`],
  );
  return [...unrecorded, ...unfounded];
}

/** Counts effects: the outside recognizes a repeated key, so the same call is one effect there. */
function timesDone(effects: readonly Effect[]): number {
  const isKeyed = effects.every(({ tool }) => tool === "crash_key");
  return isKeyed ? new Set(effects.map(({ call }) => call)).size : effects.length;
}

function checkCalls(calls: readonly Row[]): string[] {
  const neverRun = calls.filter(
    ({ started_fence, result }) => started_fence === null && (result ?? "").includes('"unknown"'),
  );
  return [
    ...unsettled(calls),
    ...neverRun.map(({ args }) => `call ${args} never ran, yet may have`),
  ];
}

const RECORDED = `
  select calls.tool, calls.args, count(n) as records from calls
  left join audit on audit.call = calls.id group by id having count(n) <> 1`;

/** Checks that each call is recorded once: in the commit that settled it. */
function checkRecords(calls: readonly Row[]): string[] {
  return calls.map(({ tool, args, records }) => `call ${tool} ${args} has ${records} records`);
}

function unsettled(calls: readonly Row[]): string[] {
  return calls
    .filter((call) => call["state"] !== "settled" || call["result"] === null)
    .map((call) => `call ${call["tool"]} ${call["args"]} is ${call["state"]} without a result`);
}

/** Checks that nothing is left behind: no lease, no running turn, no unsent reply, no gap in the events. */
function checkChats(rows: (sql: string) => readonly Row[]): string[] {
  const leftovers = [
    ["a lease", "select id from chats where lease_owner is not null"],
    ["a chat that waits", "select id from chats where pending != 0"],
    ["a running turn", "select id from turns where state = 'running'"],
    ["an unsent reply", "select id from outbox where state != 'sent'"],
    [
      "a gap in the events",
      `select chats.id from chats join (${STORED_EVENTS}) as events on events.chat = chats.id
       group by chats.id having count(*) != max(seq) or max(seq) != next_seq - 1
         or count(distinct seq) != max(seq) or max(last_seq) != max(seq)`,
    ],
  ] as const;
  return leftovers.flatMap(([what, sql]) => {
    const found = rows(sql).length;
    return found === 0 ? [] : [`${found} times ${what}`];
  });
}

function isTerminal(state: string | null | undefined): boolean {
  return TERMINAL_STATES.some((terminal) => terminal === state);
}
