import type { ExtensionHooks } from "../../kernel/extension-hooks.ts";
import { type SessionId, toId, type TurnId } from "../../kernel/ids.ts";
import type { ToolOverride } from "../../kernel/tool-override.ts";
import type { Label } from "../../kernel/label.ts";
import type { TranscriptItem } from "../../kernel/transcript.ts";
import type { CachePlan, Model, ToolDefinition } from "../../llm/model.ts";
import { profileText } from "../../memory/profile.ts";
import type { NoteOwner } from "../../store/items/notes.ts";
import type { ChatRule } from "../../store/turns/chat-rules.ts";
import type { OpenSession, PromptPrefix } from "../../store/turns/sessions.ts";
import type { ProfileOwner } from "../../store/people/profiles.ts";
import type { Store } from "../../store/store.ts";
import type { Extras, TurnHistory } from "../../store/turns/turns.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { ToolPatterns } from "../../tools/tool-patterns.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { LongConversation } from "./history/compact.ts";
import type { ConversationSize } from "./tokens/conversation-limit.ts";
import { costOfTools } from "./tokens/estimate-tokens.ts";
import { foundTools } from "./found-tools.ts";
import { dropImages } from "./history/drop-images.ts";
import { chooseMark, maskTurns } from "./history/mask.ts";
import { type MemoryCounters, renderOpening } from "./opening.ts";
import type { PastTurns } from "./history/past-turns.ts";
import { renderNewPolicies, renderPolicies } from "./render/render-policies.ts";
import { renderPromptPrefix } from "./prompt-prefix.ts";
import { transcriptSize } from "./tokens/transcript-size.ts";
import { isHinted } from "./flush-hint.ts";
import type { PromptFiles } from "./system-prompt.ts";
import { toUnits } from "./history/to-units.ts";
import { sanitize } from "./render/sanitize.ts";

/** Inputs of a prompt that do not change while a turn runs. */
export interface Gathered {
  /** The session's system prompt and its pinned block. */
  readonly system: readonly string[];
  /** The session's tool array. */
  readonly tools: readonly ToolDefinition[];
  /** Others that were on offer when the session began. */
  readonly deferred: readonly ToolDefinition[];
  readonly cache: CachePlan;
  readonly session: SessionId;
  readonly opened: OpenSession;
  /** Summary of the conversation before the session. */
  readonly summary: string | undefined;
  /** Label of what was summarized. */
  readonly summaryLabel: Label | undefined;
  /** Earlier turns of the conversation, oldest first. */
  readonly history: readonly TranscriptItem[];
  /** The same with the summary, as it is stored. */
  readonly conversation: LongConversation;
  readonly size: ConversationSize;
  /** Up to which turn results should be shortened first, where that pays. */
  readonly nextMark: TurnId | undefined;
  /** No turn of the session has ended yet. */
  readonly isFresh: boolean;
  /** Rules of the chat. */
  readonly policies: readonly ChatRule[];
  /** Tool overrides of the chat. */
  readonly overrides: readonly ToolOverride[];
  /** Whether the last section of `system` is the session's pinned block. */
  readonly isPinned: boolean;
  /** Opening of a session's first input; empty afterwards, or if there is none. */
  readonly opening: string;
  /** Rules that the session was not told yet, as it is told them; empty without any. */
  readonly newRules: string;
  /** The session was told to write down what matters. */
  readonly isHinted: boolean;
  /** Tools whose definitions the session has been told outside of the array. */
  readonly delivered: ReadonlySet<string>;
  /** Tools that were found for the session without telling their definitions. */
  readonly found: ReadonlySet<string>;
  /** Refs of what was recalled for it. */
  readonly recalled: ReadonlySet<string>;
}

/** Counts what is remembered of a person. */
export type CountMemory = (owner: NoteOwner) => Promise<MemoryCounters>;

export interface GatherDeps {
  readonly store: Store;
  /** The model that answers. */
  readonly model: Pick<Model, "contextTokens">;
  readonly past: PastTurns;
  readonly toolbox: Toolbox;
  readonly ownerName: string;
  /** Which tools the agent has; undefined: all. */
  readonly rules: ToolPatterns | undefined;
  /** Character of the agent; see `AgentProfile`. */
  readonly character: string | undefined;
  /** In which inputs tell the time. */
  readonly timeZone: string;
  /** Counts what the agent remembers; without it, no session is told. */
  readonly countMemory?: CountMemory | undefined;
  /** Hooks of plugins; without it, there are none. */
  readonly hooks?: Pick<ExtensionHooks, "observe"> | undefined;
  promptFiles(): Promise<PromptFiles>;
  /** Tool overrides of the turn's chat. */
  overrides(turn: OpenTurn): Promise<readonly ToolOverride[]>;
  /** Which of the tools on offer stand in the array of a new session. */
  frozen(offer: readonly ToolDefinition[]): readonly ToolDefinition[];
  /** Which of them its system prompt lists. */
  listed(offer: readonly ToolDefinition[]): readonly ToolDefinition[];
}

/** Fetches what a turn's requests are composed of; a new session's frame is fixed first. */
export async function gather(turn: OpenTurn, deps: GatherDeps): Promise<Gathered> {
  const { store, past, toolbox, rules } = deps;
  const session = await store.read.sessions.open(turn.session);
  if (!session) throw new Error(`turn ${turn.id} has no session`);
  const policies = await store.read.chatRules.ofChat(turn.chat.id);
  const overrides = await deps.overrides(turn);
  const frame = session.frame ?? (await fixFrame(turn, { policies, overrides }, deps));
  const inherited = session.inheritance;
  const carried = await past.byIds(inherited?.carried ?? []);
  const own = await past.ofSession(turn.session);
  const turns = [...carried, ...own];
  const through = session.maskedThrough;
  const masking = { through, isKept: (tool: string) => toolbox.get(tool)?.keepResults ?? false };
  const history: TranscriptItem[] = [];
  // Loops, because `flatMap` takes several times as long for a long conversation.
  for (const { steps } of maskTurns(turns, masking))
    for (const unit of toUnits(steps)) history.push(unit);
  const summary = inherited?.summary && renderSummary(inherited.summary);
  // Without overrides: the array of a session that has begun stays as it is.
  const offer = toolbox.offer({ role: turn.role, kind: turn.chat.kind, rules });
  const array = new Set(frame.tools);
  const others = new Set(frame.deferred);
  const deferred = offer.filter(({ name }) => others.has(name));
  const size = transcriptSize([
    ...(summary ? [{ type: "input", text: summary } as const] : []),
    ...dropImages(history),
  ]);
  const ownExtras = extrasIn(own);
  const extras = [...extrasIn(carried), ...ownExtras];
  const system = frame.pinned === "" ? frame.system : [...frame.system, frame.pinned];
  return {
    system,
    isPinned: frame.pinned !== "",
    tools: offer.filter(({ name }) => array.has(name)),
    deferred,
    cache: cachePlan(turn, frame),
    session: turn.session,
    opened: session,
    summary: summary || undefined,
    summaryLabel: inherited?.label,
    history,
    conversation: { summary: inherited?.summary ?? "", turns },
    size: { ...size, tokens: size.tokens + costOfTools(foundTools(history, deferred)) },
    nextMark: chooseMark(turns, masking),
    isFresh: own.length === 0,
    policies,
    overrides,
    opening: own.length === 0 ? await openingOf(turn, deps) : "",
    newRules: renderNewPolicies(
      policies,
      [frame.pinned, ...ownExtras.map(({ text }) => text)].join("\n"),
    ),
    isHinted: isHinted(ownExtras),
    delivered: new Set(extras.flatMap(({ tools }) => tools)),
    found: new Set(extras.flatMap(({ found = [] }) => found)),
    recalled: new Set(extras.flatMap(({ recalled = [] }) => recalled)),
  };
}

/** Nobody reads in a group how much is remembered of anybody. */
async function openingOf(
  { chat, role, asker: person, openedBy }: OpenTurn,
  { store, timeZone, countMemory }: GatherDeps,
): Promise<string> {
  if (chat.kind !== "direct") return "";
  const message = (await store.read.inbox.byId(openedBy))?.body;
  const isPrivate = role === "owner" && countMemory !== undefined;
  const memory = isPrivate ? await countMemory({ tenant: chat.tenant, person }) : undefined;
  return renderOpening({ message, timeZone, memory });
}

async function fixFrame(
  turn: OpenTurn,
  { policies, overrides }: Pick<Gathered, "policies" | "overrides">,
  deps: GatherDeps,
): Promise<PromptPrefix> {
  const { store, model, toolbox, ownerName, rules, character } = deps;
  const { kind } = turn.chat;
  const offer = toolbox.offer({ role: turn.role, kind, rules, overrides });
  const array = new Set(deps.frozen(offer));
  const composed = renderPromptPrefix({
    files: await deps.promptFiles(),
    ownerName,
    isPrivate: kind === "direct" && turn.role === "owner",
    profile: kind === "direct" ? profileText(await store.read.profiles.of(personOf(turn))) : "",
    rules: renderPolicies(policies),
    tools: [...array].map(({ name }) => name),
    listed: deps.listed(offer),
    deferred: offer.filter((tool) => !array.has(tool)).map(({ name }) => name),
    contextTokens: model.contextTokens,
  });
  const frame = { ...composed, ...(character !== undefined && { character }) };
  await store.commit("open-session", (tx) => tx.sessions.setFrame(turn.session, frame));
  const { session, chat, asker: person } = turn;
  deps.hooks?.observe("sessionStart", { session, chat: chat.id, person });
  return frame;
}

/** The person of a direct chat. */
function personOf({ chat: { tenant, uid } }: OpenTurn): ProfileOwner {
  return { tenant, person: toId(uid) };
}

/** Kept by providers: the tools with the stable sections, then the pinned block, then the transcript. */
function cachePlan({ session }: OpenTurn, { system, pinned }: PromptPrefix): CachePlan {
  const stable = { after: "system", section: system.length - 1 } as const;
  const whole = { after: "system", section: system.length } as const;
  const tail = { after: "tail" } as const;
  return { key: session, breakpoints: pinned === "" ? [stable, tail] : [stable, whole, tail] };
}

function extrasIn(turns: readonly TurnHistory[]): readonly Extras[] {
  const found: Extras[] = [];
  for (const { steps } of turns) for (const { extras } of steps) if (extras) found.push(extras);
  return found;
}

/** Renders the summary that the model reads in place of the summarized conversation. */
export function renderSummary(summary: string): string {
  return `<context type="summary">\nThis conversation began earlier; in short:\n${sanitize(summary)}\n</context>`;
}
