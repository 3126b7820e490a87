import type { Kysely } from "kysely";
import type { FactId, TurnId } from "../../../kernel/ids.ts";
import type { ErasableMessage } from "../../forgetting.ts";
import type { PassageStore } from "../../search/passages.ts";
import { createEmbeddingCache } from "../search/embedding-cache.ts";
import { redactBody, redactDeliveries, redactEventsAbout, FORGOTTEN } from "./redact-bodies.ts";
import { redactPosts } from "./redact-posts.ts";
import { redactTurns } from "./redact-turns.ts";
import { createMessagePassages } from "../messages/message-passages.ts";
import { fromJson } from "../json.ts";
import { removeFacts } from "../search/remove-facts.ts";
import type { Tables } from "../tables.ts";

type MessageRef = Pick<ErasableMessage, "chat" | "messageId">;

/** Removes messages and what came with them; see `ForgettingStore.removeMessages`. */
export async function eraseMessages(
  db: Kysely<Tables>,
  messages: readonly MessageRef[],
  parts: { readonly passages: PassageStore; readonly turns: "kept" | "emptied" },
): Promise<number> {
  const feed = createMessagePassages(db, parts.passages);
  const touched = new Set<TurnId>();
  let rows = 0;
  for (const { chat, messageId } of messages) {
    const removed = await db
      .deleteFrom("messages")
      .where("chat", "=", chat)
      .where("message_id", "=", messageId)
      .returning(["order", "turn", "author", "text"])
      .execute();
    await forgetVectors(db, removed);
    await feed.remove(
      chat,
      removed.map(({ order }) => order),
    );
    const accepted = await db
      .selectFrom("inbox")
      .select(["id", "body", "turn", "author"])
      .where("chat", "=", chat)
      .where("message_id", "=", messageId)
      .execute();
    for (const { id, body } of accepted) {
      await db
        .updateTable("inbox")
        .set({ body: redactBody(body) })
        .where("id", "=", id)
        .execute();
      await db.deleteFrom("images").where("message", "=", id).execute();
      await db.deleteFrom("attachments").where("message", "=", id).execute();
      await db.deleteFrom("session_policies").where("message", "=", id).execute();
      await redactPosts(db, { chat, about: id }, parts.passages);
      await redactDeliveries(db, id);
    }
    for (const { turn, body } of accepted) if (turn) await redactInput(db, turn, body);
    // In the order in which turns write: steps before events.
    for (const { id } of accepted) await redactEventsAbout(db, chat, id);
    for (const { turn } of [...removed, ...accepted]) if (turn) touched.add(turn);
    rows +=
      removed.length + accepted.length + (await eraseEvidence(db, { chat, messageId }, parts));
  }
  if (parts.turns === "emptied")
    for (const turn of touched) rows += await redactTurn(db, turn, parts);
  return rows;
}

/** Removes the cached vectors of texts, which can be looked up by their digests. */
async function forgetVectors(
  db: Kysely<Tables>,
  messages: readonly { readonly text: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  await createEmbeddingCache(db).forget(messages.map(({ text }) => text));
}

/** Also a text too short to be looked for goes where it was read. */
async function redactInput(db: Kysely<Tables>, turn: TurnId, body: string): Promise<void> {
  const { text, media = [] } = fromJson<StoredTexts>(body);
  const told = media.flatMap(({ look }) => look?.text ?? []);
  if (!text && told.length === 0) return;
  const said = text ? [[`>${text}</user_message>`, `>${FORGOTTEN}</user_message>`] as const] : [];
  const gone = [...said, ...told.map((one) => [one, FORGOTTEN] as const)];
  const steps = await db
    .selectFrom("steps")
    .select(["n", "input"])
    .where("turn", "=", turn)
    .where("input", "is not", null)
    .execute();
  for (const { n, input } of steps)
    await db
      .updateTable("steps")
      .set({
        input: gone.reduce((left, [words, stead]) => left.replaceAll(words, stead), input ?? ""),
      })
      .where("turn", "=", turn)
      .where("n", "=", n)
      .execute();
}

interface StoredTexts {
  readonly text?: string;
  readonly media?: readonly { readonly look?: { readonly text?: string } }[];
}

/** Removes facts together with the last message that they rest on. */
async function eraseEvidence(
  db: Kysely<Tables>,
  { chat, messageId }: MessageRef,
  { passages }: { readonly passages: PassageStore },
): Promise<number> {
  const gone = await db
    .deleteFrom("fact_evidence")
    .where("chat", "=", chat)
    .where("message", "=", messageId)
    .returning("fact")
    .execute();
  const facts = [...new Set(gone.map(({ fact }) => fact))];
  const unfounded: FactId[] = [];
  for (const fact of facts) {
    const left = await db
      .selectFrom("fact_evidence")
      .select("fact")
      .where("fact", "=", fact)
      .limit(1)
      .execute();
    if (left.length === 0) unfounded.push(fact);
  }
  return gone.length + (await removeFacts(db, unfounded, passages));
}

/** Takes the words out of a turn, unless another of its messages is left. */
async function redactTurn(
  db: Kysely<Tables>,
  turn: TurnId,
  { passages }: { readonly passages: PassageStore },
): Promise<number> {
  const left = await db
    .selectFrom("messages")
    .innerJoin("inbox", (join) =>
      join
        .onRef("inbox.chat", "=", "messages.chat")
        .onRef("inbox.message_id", "=", "messages.message_id"),
    )
    .select("messages.order")
    .where("inbox.turn", "=", turn)
    .where("messages.direction", "=", "in")
    .limit(1)
    .execute();
  if (left.length > 0) return 0;
  return redactTurns(db, [turn], passages);
}
