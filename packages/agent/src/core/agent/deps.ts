import type { Spend } from "@reeve/sdk";
import type { ExtensionHooks } from "../../kernel/extension-hooks.ts";
import type { ImageId, NewId } from "../../kernel/ids.ts";
import type { Image } from "../../kernel/images/image.ts";
import type { Role } from "../../kernel/principal.ts";
import type { ToolOverride } from "../../kernel/tool-override.ts";
import type { Delta } from "../../kernel/chat-event.ts";
import type { Model, ToolDefinition } from "../../llm/model.ts";
import type { Wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { Tracing } from "../../platform/tracing.ts";
import type { Grant } from "../../store/turns/approvals.ts";
import type { ChatRule } from "../../store/turns/chat-rules.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Inheritance } from "../../store/turns/sessions.ts";
import type { Extras } from "../../store/turns/turns.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { ToolPatterns } from "../../tools/tool-patterns.ts";
import type { EgressSpent, FlowPolicy } from "../approvals/flow/request-context.ts";
import type { Contact } from "../approvals/flow/contacts.ts";
import type { Unattended } from "../approvals/gate.ts";
import type { PromptFor } from "../approvals/questions/approval-prompt.ts";
import type { ContextConfig } from "../config.ts";
import type { Gathered } from "../context/gather.ts";
import type { RenderedRecall } from "../context/render/render-recall.ts";
import type { Filters } from "../filters.ts";
import type { ModelHealth } from "../model-health.ts";
import type { TurnLog } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { PlanRequest } from "../plans/ask-planner.ts";
import type { PlanGrant } from "../plans/plan-grant.ts";

/** Deps of thinking and acting. */
export interface AgentDeps {
  readonly model: Model;
  readonly toolbox: Toolbox;
  /** Told of each step of a turn. */
  readonly tracing: Tracing;
  /** Which of the tools the agent has; undefined: all. */
  readonly rules: ToolPatterns | undefined;
  readonly journal: TurnLog;
  readonly health: ModelHealth;
  /** Lets time pass while a model has not begun to respond. */
  readonly pause: Wait;
  readonly newId: NewId;
  readonly log: Log;
  readonly limits: AgentLimits;
  readonly context: ContextConfig;
  /** Sums up conversations that grew too long. Without one they are cut by rules. */
  readonly utility: Model | undefined;
  /** Gathers what does not change while a turn runs. */
  gather(turn: OpenTurn): Promise<Gathered>;
  /** Those of the images that are kept. */
  images(ids: readonly ImageId[]): Promise<ReadonlyMap<ImageId, Image>>;
  /** Recalls messages of the chat and memory that bear on a new input, within `tokens`. */
  recallFor(
    turn: OpenTurn,
    input: string,
    room: { readonly gathered: Gathered; readonly tokens: number; readonly signal: AbortSignal },
  ): Promise<RenderedRecall>;
  /** Returns further extras of the input; null if there are none. */
  enrich(
    turn: OpenTurn,
    input: string,
    room: { readonly gathered: Gathered; readonly signal: AbortSignal },
  ): Promise<Extras | null>;
  /** The tools that the requests of a turn may refer to without showing them. */
  deferred(gathered: Gathered): readonly ToolDefinition[];
  /** Keeps what a conversation came to that is shortened; called again when the process dies right after. */
  saveSummary(turn: OpenTurn, summary: Pick<Inheritance, "summary" | "label">): Promise<void>;
  /** Rules of the turn's chat, as of now. */
  policies(turn: OpenTurn): Promise<readonly ChatRule[]>;
  /** Tool overrides of the turn's chat, as of now. */
  overrides(turn: OpenTurn): Promise<readonly ToolOverride[]>;
  /** Returns the role that a turn may act as: lower than at its start if a requester has lost theirs. */
  roleNow(turn: OpenTurn): Promise<Role>;
  /** Whether somebody stopped the turn, also in another process. */
  isStopped(turn: OpenTurn): Promise<boolean>;
  /** Returns what happens to an approval in a chat where nobody can decide; undefined if someone can. */
  readonly unattended?: (chat: Chat) => Unattended | undefined;
  /** Why the limits forbid a call to spend what it wants to; undefined while they do not. */
  spendDenial(turn: OpenTurn, spend: Spend): Promise<string | undefined>;
  /** For what a planner is asked before the turn's first thought; undefined for most turns. */
  planRequest(turn: OpenTurn): Promise<PlanRequest | undefined>;
  /** Returns what the plan allows the turn's step; undefined for every other turn. */
  planGrant(turn: OpenTurn): Promise<PlanGrant | undefined>;
  /** Looks up whom words may name, and what was told before, for the gate. */
  readonly flow: FlowFacts;
  /** Words for questions that a tool alone cannot put. */
  readonly question: PromptFor;
  /** Grants that hold now. */
  grants(turn: OpenTurn): Promise<readonly Grant[]>;
  /** Filters of messages and replies; without it, there are none. */
  readonly filters?: Filters | undefined;
  /** Hooks of plugins; without it, there are none. */
  readonly hooks?: ExtensionHooks | undefined;
  /** Tells listeners what is happening; not stored. */
  readonly emitDelta: (chat: Chat, delta: Delta) => void;
}

export interface FlowFacts {
  readonly policy: FlowPolicy;
  /** Unix milliseconds. */
  now(): number;
  readonly timeZone: string;
  /** People that the asker may name. */
  contacts(turn: OpenTurn): Promise<readonly Contact[]>;
  spent(turn: OpenTurn): Promise<EgressSpent>;
}

export interface AgentLimits {
  /** For tools that do not say how long they may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Longer results are stored as artifacts. */
  readonly maxResultChars: number;
  /** The longest answer, in tokens. Absent: the model's own. */
  readonly maxTokens?: number | undefined;
  /** 0 to 1. Absent: the model's own. */
  readonly temperature?: number | undefined;
}
