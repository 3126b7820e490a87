import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Kill, runScenario } from "./run-scenario.ts";
import { scenarios } from "./scenarios.ts";

/**
 * The checker must be able to fail. Each bug is planted in the database from
 * outside, as if the code had it, and the history must be found wanting.
 */
interface PlantedBug {
  readonly name: string;
  readonly scenario: string;
  readonly kill: Kill;
  /** Run before each process. */
  readonly sql: string;
  readonly found: RegExp;
}

const bugs: readonly PlantedBug[] = [
  {
    name: "a cleared `started` runs a call again",
    scenario: "tools of every replay",
    kill: { at: "question", type: "effect", nth: 5 },
    sql: "update calls set state = 'planned' where state = 'started'",
    found: /^effect unknown-\S+ was done 2 times$/,
  },
  {
    name: "a missing unique key takes a repeated message for a new one",
    scenario: "plain answer",
    kill: { at: "commit", point: "accept", when: "after", nth: 1 },
    sql: "drop index if exists inbox_message",
    found: /^message a is in the inbox 2 times$/,
  },
  {
    name: "a dropped outbox row leaves a message without its answer",
    scenario: "plain answer",
    kill: { at: "commit", point: "settle-turn", when: "after", nth: 1 },
    sql: `create trigger if not exists planted before insert on outbox
          begin select raise(ignore); end`,
    found: /^<a> was answered 0 times$/,
  },
  {
    name: "a decision that can be taken again runs its call twice",
    scenario: "approval allowed",
    kill: { at: "commit", point: "decide", when: "after", nth: 1 },
    sql: `create trigger if not exists planted_repeat after insert on inbox
          when new.kind = 'decision' and new.message_id not like '%again'
          begin
            insert into inbox (id, chat, message_id, edit, kind, author, body, label, state, shown, received)
            values (new.id || 'again', new.chat, new.message_id || 'again', 0, new.kind, new.author,
                    new.body, new.label, 'queued', 0, new.received);
          end;
          create trigger if not exists planted_reopen after update of state on approvals
          when new.state = 'done'
          begin update approvals set state = 'confirmed' where id = new.id; end`,
    found: /^effect destroy-\S+ was done 2 times$/,
  },
  {
    name: "a reminder that stays due is said again",
    scenario: "reminders and tasks that come due",
    kill: { at: "commit", point: "settle-jobs", when: "after", nth: 2 },
    sql: "update jobs set state = 'active', next_at = 1 where id = 'r1' and last_at is not null",
    found: /^job r1 was said 2 times$/,
  },
  {
    name: "a job whose call may not have happened counts as done",
    scenario: "reminders and tasks that come due",
    kill: { at: "question", type: "effect", nth: 2 },
    sql: `create trigger if not exists planted after update of state on job_runs
          when new.job = 'j1' and new.state = 'failed'
          begin update job_runs set state = 'done' where job = new.job; end`,
    found: /^job j1 is done$/,
  },
  {
    name: "a lease that is never freed leaves its chat waiting",
    scenario: "plain answer",
    kill: { at: "commit", point: "accept", when: "after", nth: 1 },
    sql: `create trigger if not exists planted after update of lease_owner on chats
          when new.lease_owner is null and new.pending = 0
          begin update chats set lease_owner = 'ghost' where id = new.id; end`,
    found: /^1 times a lease$/,
  },
  {
    name: "evidence that is not stored leaves a fact that rests on nothing",
    scenario: "what is learnt",
    kill: { at: "commit", point: "learn", when: "after", nth: 1 },
    sql: `create trigger if not exists planted before insert on fact_evidence
          begin select raise(ignore); end`,
    found: /^\d+ times a fact without evidence$/,
  },
  {
    name: "an end that is not sent lets a question expire in silence",
    scenario: "approval that nobody answers",
    kill: { at: "commit", point: "expire-approval", when: "after", nth: 1 },
    sql: `create trigger if not exists planted before insert on outbox
          when new.body like '%"type":"decision"%' begin select raise(ignore); end`,
    found: /^question \S+ expired in silence$/,
  },
  {
    name: "a question that is not marked as told is shown again",
    scenario: "approval shown in two chats",
    kill: { at: "commit", point: "announce-approval", when: "after", nth: 1 },
    sql: `update approvals set told = null, closed = 0, state = 'pending'`,
    found: /^question \S+ was shown twice: approval in chat 2$/,
  },
  {
    name: "a recording that is lost is never listened to",
    scenario: "what is spoken",
    kill: { at: "commit", point: "accept", when: "after", nth: 1 },
    sql: "update inbox set body = json_remove(body, '$.media') where state = 'queued'",
    found: /^"a\| do unknown" was listened to 0 times$/,
  },
  {
    name: "a record that is not kept leaves a command that nobody knows of",
    scenario: "a command on the machine",
    kill: { at: "commit", point: "run-command", when: "after", nth: 2 },
    sql: `delete from exec_audit`,
    found: /^command command-a00 is on record 0 times$/,
  },
  {
    name: "an event that is not kept leaves a subscriber without it",
    scenario: "a server that is told of events, and is down now and then",
    kill: { at: "commit", point: "event-delivered", when: "after", nth: 1 },
    sql: `create trigger if not exists planted before insert on deliveries
          when new.type = 'agent.completed' begin select raise(ignore); end`,
    found: /^nobody was told of turn-end, number \d+ in chat 1$/,
  },
  {
    name: "an event that is taken for sent before it arrived is missing",
    scenario: "a server that is told of events, and is down now and then",
    kill: { at: "question", type: "post", nth: 1 },
    sql: `update deliveries set state = 'sent', done = 1 where state = 'waiting'`,
    found: /^nobody was told of /,
  },
  {
    name: "an answer that is not sent leaves a command in silence",
    scenario: "commands, and what they undo",
    kill: { at: "commit", point: "accept", when: "after", nth: 2 },
    sql: `create trigger if not exists planted before insert on outbox
          when new.id like 'command:%' begin select raise(ignore); end`,
    found: /^command u1 was answered 0 times$/,
  },
  {
    name: "a command that is not recognised again is answered and done twice",
    scenario: "commands, and what they undo",
    kill: { at: "commit", point: "accept", when: "after", nth: 2 },
    sql: `drop index if exists inbox_message;
          update inbox set message_id = 'gone' where message_id = 'u1'`,
    found: /^3 commands have 4 answers$/,
  },
  {
    name: "what is not sent of a plan leaves its end in silence",
    scenario: "a plan whose step asks for more than was shown",
    kill: { at: "commit", point: "start-plan", when: "after", nth: 1 },
    sql: `create trigger if not exists planted before insert on outbox
          when new.id like 'plan:%' begin select raise(ignore); end`,
    found: /^the end of the wish of a was told 0 times$/,
  },
  {
    name: "a plan that forgets how far it is does its steps again",
    scenario: "a plan whose second step fails",
    kill: { at: "commit", point: "answer-plan", when: "after", nth: 1 },
    sql: `update plans set step = 0, version = version + 1 where step > 0;
          update inbox set state = 'queued', turn = null,
            body = json_set(body, '$.step', 0, '$.attempt', 1)
            where kind = 'plan-step' and state = 'queued'`,
    found: /^effect key-as000 was done 2 times$|: step 0 was done again$|: step 1 was done again$/,
  },
];

test.each(bugs)("the checker finds it: $name", { timeout: 120_000 }, async (bug) => {
  const scenario = scenarios.find(({ name }) => name === bug.scenario);
  if (!scenario) throw new Error(`there is no story "${bug.scenario}"`);

  const { problems, wasKilled } = await runScenario(scenario, {
    kills: [bug.kill],
    tamper: (home) => plant(home, bug.sql),
  });

  expect(wasKilled).toBe(true);
  expect(problems).toContainEqual(expect.stringMatching(bug.found));
});

function plant(home: string, sql: string): void {
  const database = new DatabaseSync(path.join(home, "reeve.db"));
  database.exec(sql);
  database.close();
}
