import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { verifyAudit } from "../../src/domains/audit.ts";
import { dropImages } from "../../src/core/context/history/drop-images.ts";
import { renderSummary } from "../../src/core/context/gather.ts";
import { toUnits } from "../../src/core/context/history/to-units.ts";
import type { ImageId, SessionId } from "../../src/kernel/ids.ts";
import type { TranscriptItem } from "../../src/kernel/transcript.ts";
import type { Message, ModelRequest } from "../../src/llm/model.ts";
import { renderMessages } from "../../src/llm/render-messages.ts";
import type { Store } from "../../src/store/store.ts";
import type { RunningAgent } from "./start-agent.ts";
import { STORED_EVENTS } from "./stored-events.ts";

interface Asked {
  readonly requests: readonly ModelRequest[];
}

/**
 * Stops an idle agent and checks conditions that hold in every store: each message and turn has ended, each
 * call has a result, no chat is leased or waiting, events are numbered without a gap, every reply was sent,
 * and each request of the model matches the rows. Returns the outcome of each message, oldest first, as
 * `text: state`.
 */
export async function endStory(agent: RunningAgent, ...models: Asked[]): Promise<string[]> {
  await agent.stop();
  using database = new DatabaseSync(path.join(agent.home, "reeve.db"), { readOnly: true });
  const ask = (sql: string) => database.prepare(sql).all().map(plain);

  expect(ask("select id, state from inbox where state in ('queued', 'taken')")).toEqual([]);
  expect(ask("select id, state from turns where state = 'running' or ended is null")).toEqual([]);
  expect(ask("select id, tool from calls where state <> 'settled' or result is null")).toEqual([]);
  expect(ask(NOT_ON_RECORD_ONCE)).toEqual([]);
  for (const { tenant } of ask("select tenant from audit_heads"))
    expect(await verifyAudit(agent.store.read.audit, String(tenant))).toMatchObject({
      isWhole: true,
    });
  expect(ask("select id from chats where pending <> 0 or lease_owner is not null")).toEqual([]);
  expect(ask("select id, state from approvals where state in ('confirmed', 'executing')")).toEqual(
    [],
  );
  expect(ask("select id, state from outbox where state <> 'sent'")).toEqual([]);
  expect(ask(WITH_A_GAP)).toEqual([]);
  expect(ask(NOT_TOLD_ONCE)).toEqual([]);
  expect(ask(WITHOUT_ITS_ANSWERED)).toEqual([]);
  await expectRowsBehind(
    models.flatMap(({ requests }) => requests),
    agent.store,
  );

  return ask(`select body, state, reason from inbox order by "order"`).map(describe);
}

/** Chats whose facts are not numbered from one to the last. */
const NOT_ON_RECORD_ONCE = `
  select id, calls.tool, count(n) as rows from calls left join audit on audit.call = calls.id
  group by id having count(n) <> 1`;

const WITH_A_GAP = `
  select chats.id, count(distinct seq) as facts, max(seq) as newest, max(last_seq), next_seq from chats
  left join (${STORED_EVENTS}) as events on events.chat = chats.id group by chats.id
  having count(distinct seq) <> next_seq - 1 or count(seq) <> next_seq - 1
    or coalesce(max(seq), 0) <> next_seq - 1 or coalesce(max(last_seq), 0) <> next_seq - 1`;

/** Turns and calls that were not announced exactly once. */
const NOT_TOLD_ONCE = `
  with facts as materialized (${STORED_EVENTS})
  select id, 'turn' as kind from turns where
    (select count(*) from facts where turn = turns.id and type = 'turn-start') <> 1 or
    (select count(*) from facts where turn = turns.id and type = 'turn-end') <> 1
  union all
  select id, 'call' from calls where 1 <> (select count(*) from facts
    where turn = calls.turn and type = 'tool-end' and json_extract(body, '$.call') = calls.id)`;

/** Settled turns that answered not exactly the message which opened them. */
const WITHOUT_ITS_ANSWERED = `
  select id from turns where state = 'settled' and opened_by is not
    (select group_concat(id) from inbox where turn = turns.id and state = 'answered')`;

/** Checks that the memory shown in each request equals the current rows. */
async function expectRowsBehind(requests: readonly ModelRequest[], { read }: Store) {
  // The requests of sub-agents, which have no steps of their own, are named after a call.
  const own = requests.filter(({ id }) => !id.includes(":"));
  const byId = new Map(own.map((request) => [request.id, request]));
  for (const { id } of await read.sessions.list(1_000_000)) {
    const turns = await read.turns.history(id, 1_000_000);
    const inherited = await inheritedUnits(id, read);
    for (const [index, { steps }] of turns.entries()) {
      const earlier = turns.slice(0, index).flatMap((turn) => toUnits(turn.steps));
      const history = [...inherited, ...earlier];
      for (const step of steps) {
        const before = steps.slice(0, step.n);
        const running = toUnits([...before, { ...step, state: "started" }]);
        const units = dropImages([...history, ...running]);
        const images = await read.images.load(idsOfImages(units));
        const messages = byId.get(step.requestId)?.messages;
        if (messages) expect(messages).toEqual(maskedLike(messages, renderMessages(units, images)));
        byId.delete(step.requestId);
      }
    }
  }
  expect([...byId.keys()]).toEqual([]);
}

function idsOfImages(units: readonly TranscriptItem[]): readonly ImageId[] {
  const images = units.flatMap((unit) => (unit.type === "input" ? (unit.images ?? []) : []));
  return images.map(({ id }) => id);
}

const MASK = /^\[Tool: \w+ - OK\]$/;

/** Messages with those results shortened that were so when they were sent. */
function maskedLike(sent: readonly Message[], messages: readonly Message[]): readonly Message[] {
  return messages.map((message, index) => {
    const text = sent[index]?.text ?? "";
    return message.role === "tool" && MASK.test(text) ? { ...message, text } : message;
  });
}

/** Returns what a session that continues a compacted one shows before its own turns. */
async function inheritedUnits(
  id: SessionId,
  read: Store["read"],
): Promise<readonly TranscriptItem[]> {
  const inherited = (await read.sessions.open(id))?.inheritance;
  if (!inherited) return [];
  const carried = await read.turns.historyOf(inherited.carried);
  const summary: TranscriptItem = { type: "input", text: renderSummary(inherited.summary) };
  return [summary, ...carried.flatMap(({ steps }) => toUnits(steps))];
}

function plain(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row };
}

const ended = z.object({ body: z.string(), state: z.string(), reason: z.string().nullable() });
const said = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ verdict: z.string() }).transform(({ verdict }) => verdict),
]);

function describe(row: unknown): string {
  const { body, state, reason } = ended.parse(row);
  return `${said.parse(JSON.parse(body))}: ${state}${reason === null ? "" : ` (${reason})`}`;
}
