import type { ReadingItem } from "@reeve/operations/memory/read-later";
import { Fault, isFault, type Web, type WebPage } from "@reeve/sdk";
import { truncate } from "../../kernel/text/truncate.ts";
import { type Label, labelOfSource } from "../../kernel/label.ts";
import { shortAddress } from "../../kernel/text/short-address.ts";
import type { PersonKey } from "../../store/people/people.ts";
import type { StoredReadingItem } from "../../store/items/reading-list.ts";
import type { Store } from "../../store/store.ts";
import { labelItems } from "../label-items.ts";
import type { ItemDeps } from "../item-deps.ts";
import { denyReading } from "../restrict-in-groups.ts";
import { summarizePage } from "./summarize-page.ts";
import type { ReadLater } from "./read-later.ts";
import type { MemoryChange } from "../../store/items/memory-changes.ts";
import type { ItemVersions } from "../item-change.ts";

export interface ReadLaterDeps extends Omit<ItemDeps, "timeZone"> {
  /** Reads pages. Without it, only URLs are saved. */
  readonly web?: Web | undefined;
}

/** Creates the reading list of one person, over the store. */
export function createReadLater(store: Store, owner: PersonKey, deps: ReadLaterDeps): ReadLater {
  const labels = labelItems(owner, deps.labels);
  const show = (reading: StoredReadingItem): ReadingItem => {
    labels.mark(reading);
    return toItem(reading);
  };

  return {
    async save({ id, url, text, tags = [] }, { signal }) {
      const there = await store.read.readingList.byId(owner, id);
      if (there) return show(there);
      const page = url === undefined ? undefined : await readPage(url, { web: deps.web, signal });
      const at = deps.now();
      const reading: StoredReadingItem = {
        id,
        url: url ?? null,
        title: page?.title ?? url ?? titleOf(text ?? id),
        summary: (page && summarizePage(page)) ?? null,
        text: text ?? null,
        tags,
        status: "unread",
        createdAt: at,
        doneAt: null,
        ...labels.write(page && labelOf(page)),
      };
      return store.commit("note", async (tx) => {
        await tx.readingList.add(owner, reading);
        const after = (await tx.readingList.byId(owner, id)) ?? missing(id);
        await tx.memoryChanges.add(readingChange(owner, { before: null, after, at }));
        return show(after);
      });
    },

    finish: (id) =>
      store.commit("note", async (tx) => {
        const before = (await tx.readingList.byId(owner, id)) ?? missing(id);
        if (before.status === "done") return show(before);
        const at = deps.now();
        const after: StoredReadingItem = { ...before, status: "done", doneAt: at };
        await tx.readingList.replace(owner, after);
        await tx.memoryChanges.add(readingChange(owner, { before, after, at }));
        return show(after);
      }),

    async list({ status, tag, limit }) {
      return (await store.slow.readingList.list(owner, { status, tag, limit })).map(show);
    },
  };
}

/** Restricts the reading list in chats with other members: items can be added but not read. */
export function writeOnlyReadLater(readLater: ReadLater): ReadLater {
  const deny = denyReading("The reading list belongs");
  return { save: (draft, options) => readLater.save(draft, options), finish: deny, list: deny };
}

/** A page that is gone or cannot be read can still be saved as a URL. */
function readPage(
  url: string,
  { web, signal }: { readonly web: Web | undefined; readonly signal: AbortSignal },
): Promise<WebPage | undefined> {
  if (!web) return Promise.resolve(undefined);
  return web.fetch(url, { signal }).catch((error: unknown) => {
    if (isFault(error) && UNREAD.has(error.code) && URL.canParse(url)) return undefined;
    throw error;
  });
}

const UNREAD: ReadonlySet<string> = new Set(["unavailable", "missing", "denied", "exhausted"]);

/** A page's description of itself has the page's label in every session. */
function labelOf({ url }: WebPage): Label {
  return labelOfSource({ kind: "page", where: shortAddress(url), integrity: "web" });
}

const TITLE_CHARS = 80;

function titleOf(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return truncate(line, TITLE_CHARS);
}

/** Converts a stored item to its public form. */
function toItem(reading: StoredReadingItem): ReadingItem {
  const { id, url, title, summary, text, tags, status, createdAt, doneAt } = reading;
  return {
    id,
    ...(url !== null && { url }),
    title,
    ...(summary !== null && { summary }),
    ...(text !== null && { text }),
    tags,
    status,
    createdAt,
    ...(doneAt !== null && { doneAt }),
  };
}

function missing(id: string): never {
  throw new Fault("missing", `Item not found: ${id}`, {
    hint: "Find the item's id with readlater_list.",
  });
}

/** Returns the line of history for something to read. */
function readingChange(
  { tenant, person }: PersonKey,
  { before, after, at }: ItemVersions<StoredReadingItem> & { readonly after: StoredReadingItem },
): MemoryChange {
  const line = { tenant, person, at, ref: after.id, undoneAt: null };
  if (before)
    return { id: `reading:${after.id}:${at}`, ...line, kind: "reading-changed", before, after };
  return { id: `reading:${after.id}`, ...line, kind: "reading-saved", before: null, after };
}
