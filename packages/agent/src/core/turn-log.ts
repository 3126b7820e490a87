import type { Effect, Expectation, Replay } from "@reeve/sdk";
import type { ApprovalId, ArtifactId, CallId, PersonId, TurnId } from "../kernel/ids.ts";
import type { Label } from "../kernel/label.ts";
import type { ToolResult } from "../kernel/transcript.ts";
import type { ModelError } from "../llm/model.ts";
import type { QuestionSources } from "../store/turns/approvals.ts";
import type { StepOutput, StoredCall } from "../store/turns/turns.ts";
import type { Purpose } from "../store/billing/usage.ts";
import type { ModelUsage, Usage } from "../kernel/usage.ts";
import type { Compaction } from "./context/history/compact.ts";
import type { OpenTurn } from "./open-turn.ts";

/**
 * Writes of a running turn. Each method is one commit, which also carries the next intent: it names
 * the turn's epoch, writes nothing once the chat was lost, and ends the turn instead of starting
 * anything once the fence was raised.
 */
export interface TurnLog {
  /** Stores a thought that asked for calls, and starts the first of them; `results` are those of calls that have run. */
  settleResponse(
    turn: OpenTurn,
    response: SettledResponse,
    results?: readonly SettledCall[],
  ): Promise<TurnStatus>;
  /** Starts the next planned calls where nothing was settled before them. */
  startCalls(turn: OpenTurn, expectations: Expectations): Promise<TurnStatus>;
  /** Stores the results of the started calls; starts the next calls or the next thought. */
  settleCalls(turn: OpenTurn, settled: SettledCalls): Promise<TurnStatus>;
  /** Shows the results of the turns up to `through` shortened from now on. */
  mask(turn: OpenTurn, through: TurnId): Promise<TurnStatus>;
  /** Goes on with the turn in a new session, which knows what is left of the conversation. */
  compact(turn: OpenTurn, compaction: Compaction): Promise<TurnStatus>;
  /** Counts what a request came to that was made beside the turn's thoughts. */
  count(turn: OpenTurn, cost: UnsettledUsage): Promise<TurnStatus>;
  /** Has the turn wait for its model; `Outage.error` is why it failed. */
  wait(turn: OpenTurn, outage: Outage): Promise<TurnStatus>;
  /** Tells the people of a turn that its model is slow, while its request goes on. */
  postSlow(turn: OpenTurn, outage: SlowModel): Promise<TurnStatus>;
  /** Ends the turn. */
  end(turn: OpenTurn, ending: TurnOutcome): Promise<TurnStatus>;
  readonly nested: NestedLog;
}

/**
 * Writes of a call that makes calls itself, such as a sub-agent's: each is one commit under the turn's lease.
 * Undefined, or an abort, means that the turn was stopped or its chat lost: the caller starts nothing more.
 */
export interface NestedLog {
  /** Settles what an earlier process began for the call, and returns how many calls it has made. */
  open(turn: OpenTurn, parent: CallId): Promise<number | undefined>;
  /** Stores a call as started, or with the result that it has because it may not run. */
  start(turn: OpenTurn, call: NestedCall): Promise<StoredCall | undefined>;
  /** Stores the result of a started call. */
  settle(turn: OpenTurn, call: StoredCall, settled: SettledCall): Promise<boolean>;
  /** Reserves what a model request may cost. `refused` names the budget that is used up. */
  reserve(turn: OpenTurn, request: NestedRequest): Promise<Reserved>;
  /** Counts what a request came to, and releases the rest of its reservation. */
  count(turn: OpenTurn, cost: UnsettledUsage & { readonly reservation: string }): Promise<boolean>;
}

/** A call of a call, before it is stored. */
export interface NestedCall {
  readonly parent: CallId;
  /** How many calls its parent made before it. */
  readonly index: number;
  readonly call: GatedCall;
}

export interface NestedRequest {
  /** Stays the same when the request is sent again after a crash. */
  readonly reservation: string;
  /** Upper bound, in tokens. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type Reserved =
  | { readonly type: "reserved" }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "stopped" };

/** A request that failed because the model is down. */
export interface Outage {
  /** `provider/model`. */
  readonly model: string;
  readonly error: ModelError;
  /** Cost of the attempts. */
  readonly cost?: UnsettledUsage | undefined;
}

/** A request that has no response yet. */
export interface SlowModel extends Pick<Outage, "model" | "error"> {
  /** How long it has taken so far, in milliseconds. */
  readonly silentMs: number;
}

/** Where a turn stands after a commit. */
export type TurnStatus =
  | { readonly type: "going"; readonly turn: OpenTurn }
  | { readonly type: "ended" }
  /** The model is down: the turn continues when it answers again. */
  | { readonly type: "waiting" }
  /** Another worker has the chat: stop without a word. */
  | { readonly type: "lost" };

/** A thought with its calls, as it is stored. */
export interface SettledResponse extends StepOutput {
  readonly usage: Usage;
  /** Which model answered. */
  readonly model: string;
  readonly calls: readonly GatedCall[];
  /** Text for people and programs, without links that the model composed. Default: `text`. */
  readonly shown?: string | undefined;
  /** Purpose of the request; `think` by default. */
  readonly purpose?: Purpose | undefined;
  /** Usage of failed attempts of the request. */
  readonly lost?: readonly ModelUsage[] | undefined;
  /** Label of everything in the prompt. */
  readonly label?: Label | undefined;
}

/** A call that the model asked for, and what the gate said. */
export interface GatedCall {
  readonly id: CallId;
  readonly name: string;
  /** The generic tool that the model used to call it, if it did. */
  readonly via: string | null;
  readonly args: unknown;
  readonly argsHash: string;
  readonly effect: Effect;
  readonly replay: Replay;
  readonly verdict: GateVerdict;
  /** Label of what it writes. */
  readonly taint?: Label | undefined;
  /** Looked up before the commit that may start the call. */
  readonly expected: Expectation | undefined;
}

/** Verdict of the gate on a call. */
export type GateVerdict =
  /** Under a grant, or a plan that a person allowed, where its effect would be asked about without. */
  | {
      readonly type: "allow";
      readonly grant?: string | undefined;
      readonly plan?: AllowedPlan | undefined;
      readonly isUnattended?: true;
      readonly egress?: Egress | undefined;
    }
  | {
      readonly type: "ask";
      readonly question: string;
      readonly sources?: QuestionSources | undefined;
      /** Names of things whose ids are in the arguments, by id. */
      readonly names?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly type: "deny"; readonly code: string; readonly message: string };

/** Bits that a call tells others: hosts, and declared recipients such as the search provider. */
export interface Egress {
  readonly hosts: number;
  readonly declared: number;
}

/** The question under which a plan runs, and who answered it. */
export interface AllowedPlan {
  readonly approval: ApprovalId;
  readonly approver: PersonId | null;
}

/** For the calls that a commit starts, where their tools have any. */
export type Expectations = ReadonlyMap<CallId, Expectation>;

export interface SettledCalls {
  readonly results: readonly SettledCall[];
  readonly expectations: Expectations;
}

/** A call with its result, as it is stored. */
export interface SettledCall {
  readonly id: CallId;
  readonly result: ToolResult;
  /** Label of the result. */
  readonly label?: Label | undefined;
  /** One line for people. */
  readonly summary: string;
  /** The whole text of a result that was too long. */
  readonly artifact: { readonly id: ArtifactId; readonly content: string } | undefined;
  /** Usage of the models that its services called. */
  readonly costs?: readonly UnsettledUsage[] | undefined;
}

/** How a turn ends. */
export type TurnOutcome =
  | ({
      readonly type: "answered";
      readonly usage: Usage;
      readonly model: string;
      /** Usage of failed attempts of the request. */
      readonly lost?: readonly ModelUsage[] | undefined;
      /** Reply to the person, if it is more than the last step's text. */
      readonly reply?: string | undefined;
      /** Built-in text in place of the model's words: the step's text is the same in English. */
      readonly own?: BuiltinText | undefined;
      /** Label of everything in the prompt. */
      readonly label?: Label | undefined;
    } & StepOutput)
  /** Nothing more can be done without a person: their next message goes on. */
  | {
      readonly type: "asked";
      /** Tool whose calls repeat themselves. */
      readonly tool: string;
      readonly response: SettledResponse;
    }
  /** A proposal was made without a word: the questions that it asks are the reply. */
  | { readonly type: "proposed"; readonly response: SettledResponse }
  /** A person allowed it, and it has started. */
  | { readonly type: "begun" }
  | {
      readonly type: "failed";
      readonly incident: string;
      readonly reason: string;
      /** Text for the sender, in their language. Default: that something went wrong. */
      readonly line?: string | undefined;
      readonly cost?: UnsettledUsage | undefined;
    }
  /** Its agent has used up its day: the sender is told so in one line. */
  | {
      readonly type: "exhausted";
      readonly reason: string;
      /** In the language of the turn's chat. */
      readonly line: string;
    }
  /** The fence was raised; the turn's row says why. */
  | { readonly type: "cancelled"; readonly cost?: UnsettledUsage | undefined };

/** Texts of a turn that the model does not write. */
export type BuiltinText =
  | { readonly type: "nothing" }
  /** A plugin or a filter keeps the reply from people. */
  | { readonly type: "withheld" }
  /** Result of the one call of a job. */
  | {
      readonly type: "call";
      readonly outcome: "failed" | "uncertain" | "stopped";
      readonly tool: string;
      readonly why: string;
    };

/** Usage of requests whose answers are not stored. */
export interface UnsettledUsage {
  readonly purpose: Purpose;
  readonly spent: readonly ModelUsage[];
}
