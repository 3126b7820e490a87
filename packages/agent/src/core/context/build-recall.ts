import { foldText } from "../../kernel/text/fold-text.ts";
import type { SessionId, TurnId } from "../../kernel/ids.ts";
import { audienceOf, isVisibleIn } from "../../kernel/label.ts";
import { countTokens } from "../../llm/count-tokens.ts";
import type { Recall, RecallQuery } from "../../memory/recall.ts";
import { sourceOfHit } from "../../memory/search-service.ts";
import type { MemoryHit } from "../../memory/search.ts";
import type { UnseenMessage } from "../../store/messages/messages.ts";
import type { OpenSession } from "../../store/turns/sessions.ts";
import type { ContextConfig } from "../config.ts";
import type { ReadUnseen } from "./history/unseen-messages.ts";
import {
  type RecalledKind,
  type RecalledText,
  type RenderedRecall,
  renderRecall,
} from "./render/render-recall.ts";

type ViewerChat = RecallQuery["viewer"]["chat"];

/** The message that is to be answered, and for whom. */
export interface RecallRequest {
  /** Messages of people. */
  readonly text: string;
  readonly viewer: RecallQuery["viewer"];
  readonly signal: AbortSignal;
}

export interface BuildRecallDeps {
  readonly unseen: ReadUnseen;
  /** Undefined: only what was said in this chat goes along. */
  readonly recall: Recall | undefined;
  readonly config: Pick<ContextConfig, "recallTokens" | "recentMessages">;
  /** How many earlier messages the first session of a chat begins with, at most. */
  readonly historyLimit: number;
  readonly timeZone: string;
  /** The most that the window leaves. */
  readonly tokens: number;
}

/** Context that the session already has. */
export interface SessionContext {
  readonly session: SessionId;
  readonly opened: OpenSession;
  readonly isFresh: boolean;
  /** Refs of what was recalled for it before. */
  readonly recalled: ReadonlySet<string>;
}

/** So many tokens the messages take with which the first session of a chat begins. */
const HISTORY_TOKENS = 6000;
/** How the agent's own messages are told to it. */
const AGENT = "you";
/** How they are named to people. */
const AGENT_NAME = "Reeve";
/** Maximum number of the newest messages to search in a chat that Reeve listens to. */
const AMONG = 30;

/**
 * Builds the recall of a message: messages of the chat that are in no transcript, then memory.
 * Nothing that the session already has is repeated.
 */
export async function buildRecall(
  asked: RecallRequest,
  known: SessionContext,
  deps: BuildRecallDeps,
): Promise<RenderedRecall> {
  const { config, recall, timeZone } = deps;
  const { chat } = asked.viewer;
  const usual = Math.min(config.recallTokens, deps.tokens);
  const tokens = isBeginning(known) ? Math.min(HISTORY_TOKENS, deps.tokens) : usual;
  const recent = await recentOf(chat, known, deps);
  const ofChat = renderRecall(recent.toReversed(), { tokens, timeZone });
  if (!recall || config.recallTokens === 0) return ofChat;

  const { session, opened } = known;
  const { uid = "", id, kind } = chat;
  const reader = { chat: id, kind, uid, role: asked.viewer.role };
  const hits = await recall({ ...asked, session, carried: carriedInto(opened) });
  const found = hits
    .map((hit) => toRecalled(hit, chat))
    .filter(({ ref }) => !known.recalled.has(ref) && !ofChat.refs.includes(ref))
    .filter(({ seenBy = "owner" }) => isVisibleIn(seenBy, reader));
  const room = isBeginning(known) ? deps.tokens : tokens;
  const left = Math.min(usual, room - countTokens(ofChat.text));
  const remembered = renderRecall(found, { tokens: left, timeZone });
  return {
    text: [ofChat.text, remembered.text].filter((text) => text !== "").join("\n"),
    refs: [...ofChat.refs, ...remembered.refs],
    labels: [...ofChat.labels, ...remembered.labels],
    lineLabels: [
      ...ofChat.lineLabels,
      ...remembered.lineLabels.map((place) => place + ofChat.labels.length),
    ],
  };
}

/** Messages of the chat that the transcript does not hold, oldest first. */
async function recentOf(
  chat: ViewerChat,
  { session, opened, isFresh, recalled }: SessionContext,
  { unseen: readUnseen, config, historyLimit }: BuildRecallDeps,
): Promise<readonly RecalledText[]> {
  const most = isBeginning({ opened, isFresh }) ? historyLimit : config.recentMessages;
  const among = Math.max(AMONG, most);
  const carried = carriedInto(opened);
  const goesBack = isFresh && !opened.inheritance && opened.follows !== "new";
  const unseen = await readUnseen(chat.id, { session, carried, among, goesBack });
  const lastTold = unseen.findLast(({ order }) => recalled.has(refOf(order)))?.order ?? 0;
  return unseen
    .filter(({ order, text }) => order > lastTold && text.trim() !== "")
    .slice(-most)
    .map((message) => toRecent(message, chat));
}

/** The first turn that a chat ever had. */
function isBeginning({ opened, isFresh }: Pick<SessionContext, "opened" | "isFresh">): boolean {
  return isFresh && opened.generation === 1;
}

function carriedInto({ inheritance }: OpenSession): readonly TurnId[] {
  return inheritance?.carried ?? [];
}

function toRecent(
  { order, name, text, at, integrity, sources, direction }: UnseenMessage,
  { id, kind, uid = "" }: ViewerChat,
): RecalledText {
  return {
    ref: refOf(order),
    kind: "recent-messages",
    text,
    by: direction === "out" ? AGENT : personOf(name),
    at,
    integrity,
    audience: kind === "direct" ? "person" : "chat",
    seenBy: audienceOf({ chat: id, kind, uid }),
    ...sourcesOfRecent({ name, integrity, sources, direction }),
  };
}

/** An earlier answer of the agent's may hold anything that it had read. */
function sourcesOfRecent({
  name,
  integrity,
  sources,
  direction,
}: Pick<UnseenMessage, "name" | "integrity" | "sources" | "direction">): Pick<
  RecalledText,
  "sources"
> {
  if (sources) return { sources };
  if (integrity === "owner") return {};
  const where = direction === "out" ? AGENT_NAME : name;
  return { sources: [{ kind: "message", where, integrity }] };
}

/** Nobody passes for the agent by their name. */
function personOf(name: string): string {
  return foldText(name) === AGENT ? `a person named ${name}` : name;
}

function toRecalled(hit: MemoryHit, chat: ViewerChat): RecalledText {
  const { id, source, ref, author, text, at, integrity } = hit;
  const sources = hit.sources ?? (integrity === "owner" ? undefined : [sourceOfHit(hit)]);
  const isOfChat = chat.kind !== "direct" && hit.chat === chat.id;
  return {
    ref: source === "feed" ? refOf(Number(ref)) : `${source}:${id}`,
    kind: KINDS[source],
    text,
    by: source === "feed" || source === "fact" ? author : null,
    at,
    integrity,
    audience: isOfChat ? "chat" : "person",
    seenBy: isOfChat ? `place:${hit.chat}` : `person:${hit.audience}`,
    ...(sources && { sources }),
  };
}

const KINDS: Readonly<Record<MemoryHit["source"], RecalledKind>> = {
  knowledge: "knowledge",
  fact: "facts",
  note: "notes",
  session: "sessions",
  feed: "feed",
};

/** A message by its number in the feed. */
function refOf(order: number): string {
  return `feed:${order}`;
}
