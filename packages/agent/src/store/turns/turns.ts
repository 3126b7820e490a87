import type { PromptSizes } from "./prompt-sizes.ts";
import type { Effect, Expectation, Replay } from "@reeve/sdk";
import type {
  ApprovalId,
  CallId,
  InboxId,
  PersonId,
  ChatId,
  SessionId,
  TurnId,
} from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import type { ImageRef } from "../../kernel/images/image.ts";
import type { Label } from "../../kernel/label.ts";
import type { Authority } from "./audit.ts";
import type { ToolResult } from "../../kernel/transcript.ts";

export interface Turn {
  readonly id: TurnId;
  readonly session: SessionId;
  readonly chat: ChatId;
  /** The chat's fence when the turn began. */
  readonly fence: number;
  readonly state: "running" | "settled" | "failed" | "cancelled";
  /** Reason to end it early; set by the operation that raised the fence. */
  readonly cancel: "stopped" | "interrupted" | null;
  /** Failures since the last settled step, to be shown: `work` decides. */
  readonly attempts: number;
  readonly openedBy: InboxId;
  /** The lowest role of the authors taken in so far: what the turn may do. */
  readonly role: Role;
  /** The name of the agent that answers. */
  readonly agent: string;
  /** Runs from the message through the turn, its approvals and what they release. */
  readonly trace: string;
  readonly incident: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/**
 * One step and its calls. `decision` contains the call that an approval released; `close` is requested
 * without tools.
 */
export interface Step {
  readonly n: number;
  readonly kind: "think" | "decision" | "close";
  readonly state: "started" | "settled";
  readonly requestId: string;
  /** Input of the model before this step, exactly as it reads it. */
  readonly input: string | null;
  /** Images that came with the input. */
  readonly images?: readonly ImageRef[] | undefined;
  /** Authors of the messages in the input, in order. */
  readonly heard?: readonly InputSource[] | undefined;
  /** Context retrieved for the input, placed before it. Null until the step is settled. */
  readonly extras: Extras | null;
  readonly text: string;
  /** Provider metadata to send back with the text. */
  readonly meta: unknown;
  readonly calls: readonly StoredCall[];
}

/** Step as intended, before the model has responded. */
export type NewStep = Pick<Step, "n" | "kind" | "requestId" | "input" | "images" | "heard">;

/** Author and label of a message. */
export interface InputSource {
  readonly author: PersonId;
  readonly label: Label;
  /** Text that is not the author's own, such as that of a job created from another person's text. */
  readonly isForeign?: boolean | undefined;
  /** Results of other jobs placed beside it. */
  readonly handed?: readonly { readonly text: string; readonly label: Label }[] | undefined;
  /** Labels of files and images that came with it. */
  readonly beside?: readonly Label[] | undefined;
}

/** Context placed with an input: a hint, retrieved memory, definitions of relevant tools. */
export interface Extras {
  readonly text: string;
  /** Names of the tools whose definitions are in the text. */
  readonly tools: readonly string[];
  /** Names of other relevant tools, whose definitions the model gets in another way. */
  readonly found?: readonly string[] | undefined;
  /** Refs of what was recalled for the input. */
  readonly recalled?: readonly string[] | undefined;
  /** Labels of recalled memory, without duplicates. */
  readonly labels?: readonly Label[] | undefined;
  /** The label of each recalled line, as its place in `labels`. */
  readonly lineLabels?: readonly number[] | undefined;
}

export interface StoredCall {
  readonly id: CallId;
  readonly position: number;
  readonly tool: string;
  /** The generic tool that the model used to call it, if it did. */
  readonly via: string | null;
  /** The call that made it: a sub-agent's or a program's. Absent: the model did. */
  readonly parent?: CallId | undefined;
  readonly args: unknown;
  readonly argsHash: string;
  readonly effect: Effect;
  readonly replay: Replay;
  readonly verdict: "allow" | "ask" | "deny";
  readonly state: "planned" | "started" | "settled";
  /** The turn's fence when it started; null when it never did. */
  readonly startedFence: number | null;
  /** The approval under which it runs. */
  readonly origin: ApprovalId | null;
  readonly expected: Expectation | undefined;
  readonly result: ToolResult | undefined;
  readonly artifact: string | null;
  /** Label of the prompt that the call was requested from; data that it writes keeps this label. */
  readonly taint?: Label | undefined;
  /** Label of the result. */
  readonly label?: Label | undefined;
  /** Authority that let it run; absent if it was not allowed. */
  readonly authority?: Authority | undefined;
  /** Unix milliseconds; absent before it started. */
  readonly startedAt?: number | undefined;
}

/** An ended turn, and its number: later turns have higher ones. */
export interface EndedTurn {
  readonly id: TurnId;
  readonly order: number;
}

/** A turn's steps as history shows them. */
export interface TurnHistory {
  readonly turn: TurnId;
  readonly steps: readonly Step[];
}

/** Output of a step. */
export interface StepOutput {
  readonly text: string;
  readonly extras?: Extras | null | undefined;
  readonly meta?: unknown;
  /** Prompt sizes of the answered request. */
  readonly sizes?: PromptSizes | undefined;
}

/** Chat with turns that wait for fact extraction. */
export interface ChatToLearnFrom {
  readonly chat: ChatId;
  readonly turns: number;
  /** Time at which the first and the last of them ended. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** New turn. Without a trace, a new one begins with the message that opened it. */
export type NewTurn = Omit<Turn, "endedAt" | "incident" | "cancel" | "trace"> &
  Partial<Pick<Turn, "trace">> & {
    /** Number of the event that tells of its start. */
    readonly firstEvent: number;
  };

/** Turns with their steps and calls. */
export interface TurnStore {
  add(turn: NewTurn): Promise<void>;
  byId(id: TurnId): Promise<Turn | undefined>;
  /** The turn that began last in a session. */
  newestOf(session: SessionId): Promise<TurnId | undefined>;
  byIncident(incident: string): Promise<Turn | undefined>;
  /** Returns the turn that requested a call. */
  ofCall(call: CallId): Promise<TurnId | undefined>;
  running(chat: ChatId): Promise<Turn | undefined>;
  setAttempts(id: TurnId, attempts: number): Promise<void>;
  lowerRole(id: TurnId, role: Role): Promise<void>;
  /** Marks the running turn of a chat as one that is to end; a stop is not weakened to an interruption. */
  cancelRunning(chat: ChatId, reason: "stopped" | "interrupted"): Promise<TurnId | undefined>;
  end(
    id: TurnId,
    ending: {
      state: Turn["state"];
      endedAt: number;
      incident: string | null;
      /** Label of its reply. */
      label?: Label | undefined;
      /** Makes it wait for fact extraction. */
      isToLearnFrom?: boolean;
    },
  ): Promise<void>;
  /** Returns the chats with turns that wait for fact extraction. */
  withoutFacts(): Promise<readonly ChatToLearnFrom[]>;
  /** Those turns of a chat, oldest first. */
  withoutFactsOf(chat: ChatId, limit: number): Promise<readonly Turn[]>;
  /** Marks turns whose facts were extracted. */
  markExtracted(ids: readonly TurnId[]): Promise<void>;

  addStep(turn: TurnId, step: NewStep): Promise<void>;
  settleStep(turn: TurnId, n: number, said: StepOutput): Promise<void>;
  /** Returns the request sizes of a turn's steps, as far as recorded. */
  sizesOf(turn: TurnId): Promise<readonly (PromptSizes & { readonly step: number })[]>;
  addCalls(turn: TurnId, n: number, calls: readonly StoredCall[]): Promise<void>;
  startCall(
    id: CallId,
    start: { fence: number; expected: Expectation | undefined; at: number },
  ): Promise<void>;
  settleCall(
    id: CallId,
    end: { result: ToolResult; artifact: string | null; label?: Label | undefined },
  ): Promise<void>;
  /** Returns the calls that calls of a turn made, oldest first; `steps` does not show them. */
  nestedCalls(turn: TurnId): Promise<readonly StoredCall[]>;
  /** The labels of a call; undefined where there is no such call. */
  labelsOf(id: CallId): Promise<Pick<StoredCall, "taint" | "label"> | undefined>;
  /** Returns the label of a turn's reply, if it is stored. */
  labelOf(id: TurnId): Promise<Label | undefined>;
  /** The steps of a turn in order, with their calls. */
  steps(turn: TurnId): Promise<readonly Step[]>;
  /** A session's ended turns behind the number `after`, oldest first, at most the newest `limit`. */
  endedOf(
    session: SessionId,
    range: { readonly after: number; readonly limit: number },
  ): Promise<readonly EndedTurn[]>;
  /** The ended turns of a session, oldest first, at most the newest `limit`. */
  history(session: SessionId, limit: number): Promise<readonly TurnHistory[]>;
  /** Returns the turns with these ids, in the given order. */
  historyOf(turns: readonly TurnId[]): Promise<readonly TurnHistory[]>;
  /** Moves a running turn into another session of its chat. */
  moveTo(id: TurnId, session: SessionId): Promise<void>;
}
