import type { Wakeup } from "../../kernel/wakeup.ts";
import type { NewId, ChatId } from "../../kernel/ids.ts";
import type { Model } from "../../llm/model.ts";
import type { MemoryConfig } from "../../memory/config.ts";
import type { Log } from "../../platform/log.ts";
import type { Quarantine } from "../work/quarantine.ts";
import type { BackgroundBudgetDeps } from "../turns/budget/background-budget.ts";

export interface ExtractionDeps extends BackgroundBudgetDeps {
  /** Says what conversations teach; without one nothing is learned. */
  readonly utility: Model | undefined;
  readonly newId: NewId;
  readonly log: Log;
  /** Rings when a turn has ended. */
  readonly wakeup: Wakeup;
  readonly settings: ExtractionContext;
  /** Knows that facts are extracted when the process dies. */
  readonly quarantine: Pick<Quarantine, "enter">;
  /** Until when chats rest that the model gave no answer for; others come first. */
  readonly resting: Map<ChatId, number>;
}

export interface ExtractionContext extends MemoryConfig {
  /** How long a chat has to be quiet before something is learned from its turns, in milliseconds. */
  readonly quietMs: number;
}

/**
 * One thing to do. Answers with how long to wait before it is looked at again, in
 * milliseconds: 0 when something was done and there may be more, undefined when only
 * another turn brings something to do.
 */
export type ExtractionStep = (
  deps: ExtractionDeps,
  signal: AbortSignal,
) => Promise<number | undefined>;

/** A budget is counted over this time. */
export const BUDGET_MS = 24 * 60 * 60 * 1000;

/** How long to rest when a budget is used up, or the model could not answer. */
export const RETRY_MS = 10 * 60_000;
