import type { Wakeup } from "../../kernel/wakeup.ts";
import type { NewId, TurnId } from "../../kernel/ids.ts";
import type { Model } from "../../llm/model.ts";
import type { MemoryConfig } from "../../memory/config.ts";
import type { Log } from "../../platform/log.ts";
import type { BackgroundBudgetDeps } from "../turns/budget/background-budget.ts";

export interface ExtractionDeps extends BackgroundBudgetDeps {
  /** Says what conversations teach; without one nothing is learned. */
  readonly utility: Model | undefined;
  readonly newId: NewId;
  readonly log: Log;
  /** Rings when a turn has ended. */
  readonly wakeup: Wakeup;
  readonly settings: ExtractionContext;
}

export interface ExtractionContext extends MemoryConfig {
  /** How long a chat has to be quiet before something is learned from its turns, in milliseconds. */
  readonly quietMs: number;
}

/** A piece of learning that is due. */
export interface Extraction {
  readonly id: string;
  /** Turns that are passed over if nothing can be learned from them. */
  readonly turns?: readonly TurnId[] | undefined;
  run(signal: AbortSignal): Promise<void>;
}

export interface ExtractionSource {
  /** Returns extractions that are due, the longest due first. */
  due(now: number, limit: number): Promise<readonly Extraction[]>;
  /** When the next extraction becomes due, in Unix milliseconds; undefined if only a turn brings one. */
  nextDue(now: number): Promise<number | undefined>;
}

/** A budget is counted over this time. */
export const BUDGET_MS = 24 * 60 * 60 * 1000;

/** How long to rest when a budget is used up. */
export const BUDGET_REST_MS = 10 * 60_000;
