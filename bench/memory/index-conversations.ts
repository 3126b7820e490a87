import { newId, type ChatId, toId } from "../../packages/agent/src/kernel/ids.ts";
import type { Embedder } from "../../packages/agent/src/llm/embeddings.ts";
import { createWakeup } from "../../packages/agent/src/kernel/wakeup.ts";
import { indexWork } from "../../packages/agent/src/memory/search/index-passages.ts";
import { runUntilIdle } from "../../packages/agent/src/work/testing/run-until-idle.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";
import type { Conversation } from "./read-conversations.ts";

export const TENANT = "home";

/** A conversation as a chat of the agent. */
export interface IndexedConversation extends Conversation {
  readonly chat: ChatId;
  /** The group's own principal. */
  readonly uid: string;
  /** The turns' ids by the refs under which their passages are found. */
  readonly refs: ReadonlyMap<string, string>;
}

/** Stores each conversation as the history of its own group. */
export async function storeConversation(
  conversation: Conversation,
  store: Store,
): Promise<IndexedConversation> {
  const uid = `group:${newId()}`;
  const chat = toId<"chat">(newId());
  const people = new Map(
    conversation.turns.map(({ speaker }) => [speaker, toId<"person">(newId())]),
  );
  await store.commit("import", async (tx) => {
    for (const [name, id] of people) {
      const identity = { tenant: TENANT, channel: "eval", externalId: id };
      await tx.people.add({ id, tenant: TENANT, role: "member", name }, identity);
    }
    await tx.chats.add({
      id: chat,
      tenant: TENANT,
      uid,
      channel: "eval",
      externalId: conversation.id,
      kind: "group",
      mode: "queue",
      maxSteps: 1,
    });
    for (const { id, speaker, text, at } of conversation.turns) {
      await tx.messages.add({
        chat,
        messageId: id,
        edit: 0,
        direction: "in",
        author: people.get(speaker) ?? speaker,
        text,
        at,
        turn: null,
      });
    }
    await tx.messages.index();
  });
  const scope = { tenant: TENANT, audience: uid, chat, source: "feed" } as const;
  const passages = await store.read.passages.list(scope);
  const refs = passages.map(({ ref }, at) => [ref, conversation.turns[at]?.id ?? ""] as const);
  return { ...conversation, chat, uid, refs: new Map(refs) };
}

/** Gives all that is stored its vectors, as the agent does in the background. */
export async function embedAll(store: Store, embedder: Embedder): Promise<void> {
  const clock = { now: Date.now };
  const failures: unknown[] = [];
  const fail = (sentence: string, fields?: unknown) =>
    void failures.push(new Error(sentence, { cause: fields }));
  const log = { debug: ignore, info: ignore, warn: fail, error: fail, child: () => log };
  await runUntilIdle(indexWork({ store, clock, embedder, wakeup: createWakeup() }), { clock, log });
  if (failures.length > 0) throw new AggregateError(failures, "failed to embed");
}

function ignore(): void {}
