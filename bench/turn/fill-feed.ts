import type { Embedder } from "../../packages/agent/src/llm/embeddings.ts";
import type { Store } from "../../packages/agent/src/store/store.ts";
import { feedMessage } from "../search/corpus.mjs";
import { addMessages, type BenchMessage, CHATS, openChats } from "../search/fill-store.ts";

/** So many messages are embedded by the model; the others get mixtures of two of their vectors. */
const EMBEDDED = 4096;
const BATCH = 64;
/** Share of the first of the two in a mixture. */
const SHARE = 0.8;

/** Fills 200 chats with `count` messages whose vectors lie as those of the model do. */
export async function fillFeed(store: Store, count: number, embedder: Embedder): Promise<void> {
  const texts = Array.from({ length: Math.min(count, EMBEDDED) }, (_, at) => feedMessage(at).text);
  const known: Float32Array[] = [];
  const signal = AbortSignal.timeout(600_000);
  for (let at = 0; at < texts.length; at += BATCH) {
    const batch = texts.slice(at, at + BATCH);
    known.push(...(await embedder.embed(batch, { signal, purpose: "passage" })));
  }
  const space = await openChats(store, embedder.dims, embedder.id);
  await addMessages(store, space, messages(count, known));
}

function* messages(count: number, known: readonly Float32Array[]): Iterable<BenchMessage> {
  for (let at = 0; at < count; at++) {
    const vector = known[at] ?? mix(known, at);
    yield { chat: at % CHATS, text: feedMessage(at).text, vector };
  }
}

function mix(known: readonly Float32Array[], at: number): Float32Array {
  const one = known[(at * 7919) % known.length];
  const other = known[(at * 104_729 + 1) % known.length];
  const sum = (one ?? new Float32Array()).map(
    (value, index) => SHARE * value + (1 - SHARE) * (other?.[index] ?? 0),
  );
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
