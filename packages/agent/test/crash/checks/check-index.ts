import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listSources } from "../../../src/memory/knowledge/list-sources.ts";
import { planChanges } from "../../../src/memory/knowledge/plan-changes.ts";
import { readSource } from "../../../src/memory/knowledge/read-source.ts";
import { pathOfRef } from "../../../src/memory/knowledge/file-kind.ts";
import { toPassages } from "../../../src/memory/knowledge/to-passages.ts";
import { openFolder } from "../../../src/platform/folder.ts";
import type { Passage } from "../../../src/store/search/passages.ts";
import { openSqlite } from "../../../src/store/sqlite/open.ts";
import type { Store } from "../../../src/store/store.ts";

/**
 * Returns differences between the index of a stopped agent and its files and rows; empty if nothing is lost
 * or stale.
 */
export async function checkIndex(home: string): Promise<readonly string[]> {
  await using store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  return [...(await findUnindexed(home, store)), ...(await findMiscounted(store))];
}

/** Returns the remaining indexing work; empty if the index matches the files. */
export async function findUnindexed(home: string, store: Store): Promise<readonly string[]> {
  const root = path.join(home, "workspace");
  const folder = openFolder(root);
  const { files } = await listSources(folder, root);
  const stored = await passagesOfFiles(store);
  const problems = files.map(async ({ path: file, modifiedAt }) => {
    const source = await readSource(folder, file);
    const known = stored.filter(({ ref }) => pathOfRef(ref) === file);
    const now =
      source.type === "text"
        ? toPassages({ ...source, path: file, modifiedAt, timeZone: "UTC" })
        : [];
    const { put, remove } = planChanges(file, known, now);
    if (put.length + remove.length === 0) return [];
    return [`${file} lacks ${put.length} passages and has ${remove.length} too many`];
  });
  const gone = stored.filter(({ ref }) => !files.some((file) => file.path === pathOfRef(ref)));
  return [
    ...(await Promise.all(problems)).flat(),
    ...gone.map(({ ref }) => `${ref} is searched and its file is gone`),
    ...findUnsearched(home),
    ...(await findPending(store)),
  ];
}

/** Returns messages that no search finds, as they were edited last. */
function findUnsearched(home: string): readonly string[] {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  const rows = database.prepare(`
    select text from messages said where notice = 0 and trim(text) <> ''
      and not exists (select 1 from messages later where later.chat = said.chat
        and later.direction = said.direction and later.message_id = said.message_id
        and later.edit > said.edit)
      and not exists (select 1 from passages join scopes on scopes.id = passages.scope
        where source = 'feed' and scopes.chat = said.chat and ref = cast(said."order" as text))`);
  return rows.all().map(({ text }) => `the message "${String(text)}" is not searched`);
}

async function findPending(store: Store): Promise<readonly string[]> {
  const spaces = await store.read.passages.spaces();
  if (spaces.length !== 1) return [`there are ${spaces.length} spaces of vectors`];
  const pending = await Promise.all(
    spaces.map(({ id }) => store.read.passages.pending(id, 1_000_000)),
  );
  return pending.flat().map(({ text }) => `"${text}" waits for its vector`);
}

/** Returns scopes whose stored counts differ from their contents. */
async function findMiscounted(store: Store): Promise<readonly string[]> {
  const scopes = await store.read.passages.scopes("home");
  const lists = await Promise.all(scopes.map((scope) => store.read.passages.list(scope)));
  const counts = scopes.map(({ source, passages }, index) => {
    const there = lists[index]?.length ?? 0;
    return there === passages ? [] : [`${source} counts ${passages} passages and has ${there}`];
  });
  return counts.flat();
}

async function passagesOfFiles(store: Store): Promise<readonly Passage[]> {
  const scope = { tenant: "home", audience: "owner", chat: null } as const;
  const lists = await Promise.all(
    (["knowledge", "session"] as const).map((source) =>
      store.read.passages.list({ ...scope, source }),
    ),
  );
  return lists.flat();
}
