import { toId } from "../../packages/agent/src/kernel/ids.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";

export interface BenchMessage {
  /** Counts from 0. */
  readonly chat: number;
  readonly text: string;
  readonly vector: Float32Array;
}

export const CHATS = 200;
export const TENANT = "home";

const DAY_0 = 1_700_000_000_000;
const MINUTE = 60_000;
/** Messages of a commit, and vectors of the next. */
const BATCH = 64;

/** Creates a person, their direct chats, and a space for the vectors. */
export async function openChats(store: Store, dims: number, model = "bench"): Promise<number> {
  return store.commit("accept", async (tx) => {
    const person = {
      id: toId<"person">("ann"),
      tenant: TENANT,
      role: "owner",
      name: "Ann",
    } as const;
    await tx.people.add(person, { tenant: TENANT, channel: "bench", externalId: "ann" });
    for (let chat = 0; chat < CHATS; chat++)
      await tx.chats.add({
        id: chatOf(chat),
        tenant: TENANT,
        uid: "ann",
        channel: "bench",
        externalId: String(chat),
        kind: "direct",
        mode: "steer",
        maxSteps: 5,
      });
    return (await tx.passages.openSpace(model, dims)).id;
  });
}

/** Stores messages like turns and vectors like the indexer; returns the CPU seconds used. */
export async function addMessages(
  store: Store,
  space: number,
  messages: Iterable<BenchMessage>,
): Promise<number> {
  let batch: BenchMessage[] = [];
  let count = 0;
  let cpuMicros = 0;
  const flush = async () => {
    const before = process.cpuUsage();
    await store.commit("import", async (tx) => {
      for (const { chat, text } of batch) {
        count += 1;
        await tx.messages.add({
          chat: chatOf(chat),
          messageId: String(count),
          edit: 0,
          direction: "in",
          author: "ann",
          text,
          at: DAY_0 + count * MINUTE,
          turn: null,
        });
      }
      await tx.messages.index();
    });
    const pending = await store.read.passages.pending(space, BATCH);
    const vectors = pending.map(({ id }, at) => ({ id, vector: batch[at]?.vector }));
    await store.commit("index-passages", (tx) => tx.passages.setVectors(space, vectors));
    const { user, system } = process.cpuUsage(before);
    cpuMicros += user + system;
    batch = [];
  };
  for (const message of messages) {
    batch.push(message);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return cpuMicros / 1e6;
}

function chatOf(chat: number) {
  return toId<"chat">(`chat-${chat}`);
}
