import type { MemoryFindings, MemoryHit as FoundHit, Services } from "@reeve/sdk";
import type { ChatId } from "../kernel/ids.ts";
import type { CallLabels, Label, Source } from "../kernel/label.ts";
import type { Repositories } from "../store/store.ts";
import type { PassageSource, PassageStore } from "../store/search/passages.ts";
import { kindOf } from "./knowledge/file-kind.ts";
import type { MemoryAnswer, MemoryHit, MemoryQuery, MemorySearch } from "./search.ts";
import type { Viewer, ViewerChat } from "./search/allowed-scopes.ts";

/** Sources that a memory search covers; messages are searched chat by chat. */
const REMEMBERED = ["knowledge", "session", "fact", "note"] as const;

export interface SearchServiceDeps {
  readonly search: MemorySearch;
  readonly passages: Pick<PassageStore, "spaces" | "counts">;
  /** The messages that are being answered in a chat: they hold the words that are looked for. */
  current(chat: ChatId): Promise<readonly Pick<FoundHit, "text" | "at">[]>;
  /** Receives the label of each hit. */
  readonly mark?: CallLabels["mark"] | undefined;
}

/** Creates the memory search service for tools, bound to a requester and a chat. */
export function createSearchService(
  { search, passages, ...parts }: SearchServiceDeps,
  viewer: Viewer & { readonly chat: ViewerChat },
): Services["memorySearch"] {
  const ask = async (query: Omit<MemoryQuery, "viewer">): Promise<MemoryFindings> => {
    const answer = await search.find({ ...query, viewer });
    for (const hit of answer.hits) parts.mark?.(labelOfHit(hit, viewer.chat));
    return { hits: answer.hits.map(toFound), waiting: await countWaiting(answer, passages) };
  };
  return {
    find: (text, options) => ask({ ...options, text, sources: REMEMBERED }),
    async findInChat(text, options) {
      const { id: within } = viewer.chat;
      const current = await parts.current(within);
      const limit = options.limit + current.length;
      const found = await ask({ ...options, text, limit, sources: ["feed"], within });
      const hits = found.hits.filter(
        (hit) => !current.some((one) => one.text === hit.text && one.at === hit.at),
      );
      return { ...found, hits: hits.slice(0, options.limit) };
    },
  };
}

/** A chat's own is for who reads along there, all else for whose it is. */
function labelOfHit(
  { integrity, audience, chat, source, author, sources }: MemoryHit,
  { id, kind }: ViewerChat,
): Label {
  const seenBy = kind !== "direct" && chat === id ? `place:${id}` : `person:${audience}`;
  if (integrity === "owner") return { integrity, audience: seenBy };
  return {
    integrity,
    audience: seenBy,
    sources: sources ?? [sourceOfHit({ source, author, integrity })],
  };
}

/** Names a hit of which no more is known than its kind and its author. */
export function sourceOfHit({
  source,
  author,
  integrity,
}: Pick<MemoryHit, "source" | "author" | "integrity">): Source {
  if (source === "feed") return { kind: "message", where: author ?? "somebody", integrity };
  return { kind: "memory", where: PLACES[source], integrity };
}

const PLACES = {
  knowledge: "file",
  fact: "fact",
  note: "note",
  session: "conversation",
} as const;

/** Returns the messages that the chat's current turn answers. */
export async function findCurrent(
  read: Pick<Repositories, "turns" | "inbox">,
  chat: ChatId,
): Promise<readonly Pick<FoundHit, "text" | "at">[]> {
  const turn = await read.turns.running(chat);
  const rows = turn ? await read.inbox.ofTurn(turn.id) : [];
  return rows.flatMap(({ body }) =>
    body.kind === "message" ? [{ text: body.text, at: body.sentAt }] : [],
  );
}

/** Converts a hit for people and the model. */
export function toFound({
  source,
  ref,
  text,
  author,
  at,
  integrity,
  audience,
}: MemoryHit): FoundHit {
  const kind = kindOfHit(source, ref);
  return { source: kind, ref, text, author: author ?? undefined, at, integrity, audience };
}

/** Returns the number of passages that only words can find; undefined if the search used keywords only. */
export async function countWaiting(
  { mode }: Pick<MemoryAnswer, "mode">,
  passages: SearchServiceDeps["passages"],
): Promise<number | undefined> {
  if (mode === "words") return undefined;
  const active = (await passages.spaces()).find(({ state }) => state === "active");
  return active && (await passages.counts(active.id)).pending;
}

function kindOfHit(source: PassageSource, ref: string): FoundHit["source"] {
  switch (source) {
    case "feed":
      return "chat";
    case "knowledge":
      return kindOf({ source }, ref);
    default:
      return source;
  }
}
