import { chmod, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { LOCAL_MODEL } from "../../packages/agent/src/llm/embeddings/model-folder.ts";
import { openSqlite } from "../../packages/agent/src/store/sqlite/open.ts";
import { embed, feedMessage } from "../search/corpus.mjs";
import { addMessages, type BenchMessage, CHATS, openChats } from "../search/fill-store.ts";

/** Returns a new home that holds `count` messages, all of them indexed for the model that ships. */
export async function fillHome(folder: string, count: number): Promise<string> {
  const home = await mkdtemp(path.join(folder, "home-"));
  const file = path.join(home, "reeve.db");
  await using store = await openSqlite(file, { synchronous: "normal" });
  await chmod(file, 0o600);
  const space = await openChats(store, LOCAL_MODEL.dims, `local/${LOCAL_MODEL.name}`);
  await addMessages(store, space, messages(count));
  return home;
}

function* messages(count: number): Iterable<BenchMessage> {
  for (let at = 0; at < count; at++) {
    const { text } = feedMessage(at);
    yield { chat: at % CHATS, text, vector: Float32Array.from(embed(text)) };
  }
}
