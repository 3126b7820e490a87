import { type Kysely, sql } from "kysely";
import { type TurnId, toId } from "../../../kernel/ids.ts";
import type { KnownPerson } from "../../forgetting.ts";
import type { PassageStore } from "../../search/passages.ts";
import { isOfTurn } from "../messages/events.ts";
import { forgetArgs } from "../turns/audit.ts";
import {
  redactBody,
  redactDeliveries,
  redactEvents,
  redactEventsAbout,
  redactReplies,
  FORGOTTEN,
} from "./redact-bodies.ts";
import { createMessagePassages } from "../messages/message-passages.ts";
import type { Tables } from "../tables.ts";

/** Redacts ended turns: they still show that there was a message. */
export async function redactTurns(
  db: Kysely<Tables>,
  turns: readonly TurnId[],
  passages: PassageStore,
): Promise<number> {
  let rows = 0;
  for (const turn of turns) {
    const running = await db
      .selectFrom("turns")
      .select("id")
      .where("id", "=", turn)
      .where("state", "=", "running")
      .execute();
    if (running.length > 0) continue;
    const answers = await db
      .deleteFrom("messages")
      .where("turn", "=", turn)
      .where("direction", "=", "out")
      .returning(["order", "chat"])
      .execute();
    for (const { order, chat } of answers)
      await createMessagePassages(db, passages).remove(toId(chat), [order]);
    const steps = await db
      .updateTable("steps")
      .set((step) => ({
        input: step.case().when("input", "is", null).then(null).else(FORGOTTEN).end(),
        images: null,
        extras: null,
        text: step.case().when("text", "=", "").then("").else(FORGOTTEN).end(),
        meta: null,
      }))
      .where("turn", "=", turn)
      .executeTakeFirst();
    const result = JSON.stringify({ type: "value", text: FORGOTTEN });
    const calls = await db
      .updateTable("calls")
      .set((call) => ({
        args: "{}",
        artifact: null,
        result: call.case().when("result", "is", null).then(null).else(result).end(),
      }))
      .where("turn", "=", turn)
      .executeTakeFirst();
    await forgetNames(db, turn);
    const ofTurn = sql<boolean>`call in (select id from calls where turn = ${turn})`;
    await db.deleteFrom("artifacts").where(ofTurn).execute();
    await db
      .updateTable("exec_audit")
      .set({ command: null, reason: null, stdout: null, stderr: null })
      .where(ofTurn)
      .execute();
    await db
      .updateTable("approvals")
      .set({ args: "{}", preview: FORGOTTEN, reason: null, sources: null, names: null, also: null })
      .where(ofTurn)
      .execute();
    await forgetArgs(db, sql<boolean>`turn = ${turn}`);
    await redactEvents(db, isOfTurn(turn), (event) => "turn" in event && event.turn === turn);
    await redactReplies(db, sql<boolean>`turn = ${turn}`);
    await redactDeliveries(db, turn);
    await db.updateTable("turns").set({ learn: "done" }).where("id", "=", turn).execute();
    rows += answers.length + Number(steps.numUpdatedRows) + Number(calls.numUpdatedRows);
  }
  return rows;
}

/** Sources that were forgotten keep their kinds: their names may be words of what is forgotten. */
async function forgetNames(db: Kysely<Tables>, turn: TurnId): Promise<void> {
  const calls = await db
    .selectFrom("calls")
    .select(["id", "taint", "label"])
    .where("turn", "=", turn)
    .execute();
  for (const { id, taint, label } of calls)
    await db
      .updateTable("calls")
      .set({ taint: withoutNames(taint), label: withoutNames(label) })
      .where("id", "=", id)
      .execute();
  const steps = await db
    .selectFrom("steps")
    .select(["n", "heard"])
    .where("turn", "=", turn)
    .execute();
  for (const { n, heard } of steps)
    await db
      .updateTable("steps")
      .set({ heard: withoutNames(heard) })
      .where("turn", "=", turn)
      .where("n", "=", n)
      .execute();
  const ended = await db
    .selectFrom("turns")
    .select("label")
    .where("id", "=", turn)
    .executeTakeFirst();
  await db
    .updateTable("turns")
    .set({ label: withoutNames(ended?.label ?? null) })
    .where("id", "=", turn)
    .execute();
}

function withoutNames(json: string | null): string | null {
  return json && json.replaceAll(/"(where|text)":"(?:[^"\\]|\\.)*"/g, '"$1":""');
}

/** Takes the words out of what jobs and plans of a person did in chats that are not theirs alone. */
export async function redactActivity(
  db: Kysely<Tables>,
  { tenant, person }: KnownPerson,
  passages: PassageStore,
): Promise<number> {
  const done = await db
    .selectFrom("inbox")
    .innerJoin("chats", "chats.id", "inbox.chat")
    .select(["inbox.id", "inbox.chat", "inbox.turn", "inbox.body"])
    .where("inbox.author", "=", person)
    .where("chats.tenant", "=", tenant)
    .where("chats.uid", "<>", person)
    .where("inbox.state", "not in", ["queued", "taken"])
    .where((row) =>
      row.or([row("inbox.kind", "=", "plan-step"), row("inbox.message_id", "like", "job:%@%")]),
    )
    .execute();
  for (const { id, chat, body } of done) {
    await db
      .updateTable("inbox")
      .set({ body: redactBody(body) })
      .where("id", "=", id)
      .execute();
    await redactEventsAbout(db, toId(chat), id);
  }
  const turns = new Set(done.flatMap(({ turn }) => turn ?? []));
  return done.length + (await redactTurns(db, [...turns], passages));
}
