import type { Kernel } from "../store/kernel.ts";
import type { LimitsConfig } from "../domains/config.ts";
import type { Wakeup } from "../kernel/wakeup.ts";
import type { ExtensionHooks } from "../kernel/extension-hooks.ts";
import type { PersonId } from "../kernel/ids.ts";
import type { Model } from "../llm/model.ts";
import type { Recall } from "../memory/recall.ts";
import type { Log } from "../platform/log.ts";
import type { Wait } from "../kernel/wait.ts";
import type { Tracing } from "../platform/tracing.ts";
import type { ToolSearchConfig } from "../tools/config.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { AgentLimits } from "./agent/deps.ts";
import type { Agents } from "./agents.ts";
import type { FlowPolicy } from "./approvals/flow/request-context.ts";
import type { Unattended } from "./approvals/gate.ts";
import type { AttachmentReader } from "./attachments.ts";
import type { ChatCommand } from "./commands.ts";
import type { ContextConfig } from "./config.ts";
import type { CountMemory } from "./context/gather.ts";
import type { PromptFiles } from "./context/system-prompt.ts";
import type { Implementation } from "./control.ts";
import type { Events } from "./events/events.ts";
import type { Filters } from "./filters.ts";
import type { PluginInbox } from "./inbox.ts";
import type { IntakePolicy } from "./intake/deps.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { ExtractionContext } from "./learning/extraction-deps.ts";
import type { Heartbeat, QuietUntil } from "./schedule.ts";
import type { TurnSettings } from "./turns/deps.ts";
import type { SessionSummary } from "./turns/sessions/summary-work.ts";
import type { Upkeep } from "../work/run-work.ts";
import type { Roster } from "../work/roster.ts";
import type { PolicyOverrides } from "../work/policy.ts";
import type { WebhookClient } from "./webhooks/webhooks.ts";

/** Deps of a core. */
export interface CoreDeps extends Kernel {
  readonly model: Model;
  /** Sums up conversations that grew too long; without one they are cut by rules. */
  readonly utility?: Model | undefined;
  /** Agents by chat; without it, the main agent answers everywhere. */
  readonly agents?: Agents | undefined;
  /** Recall of memory that bears on a message; without it, the agent searches when it needs to. */
  readonly recall?: Recall | undefined;
  readonly toolbox: Toolbox;
  /** Hooks of plugins; without it, there are none. */
  readonly hooks?: ExtensionHooks | undefined;
  /** Reads files of messages; without it, the model is told that there are some. */
  readonly understanding?: AttachmentReader | undefined;
  readonly log: Log;
  readonly policy: CorePolicy;
  /** Keeps what an ended or shortened session came to; may be called twice for one when the process dies. */
  readonly saveDailySummary?: ((summary: SessionSummary) => Promise<void>) | undefined;
  /** Called before a turn goes on, again when it is resumed. The turn waits for it, and goes on when it fails. */
  readonly startTurn?: ((turn: OpenTurn) => Promise<void>) | undefined;
  /** Counts what is remembered of a person, for the owner's sessions to begin with. */
  readonly countMemory?: CountMemory | undefined;
  /** The folder in which a copy of each session is kept as JSON lines; without one, none is. */
  readonly transcripts?: string | undefined;
  /** Told of each numbered step in the life of a message; without it, nobody is. */
  readonly tracing?: Tracing | undefined;
  /** Lets time pass; a test may decide when. Default: by the timers of the runtime. */
  readonly pause?: Wait | undefined;
  /** For those who listen longer than this core lives; without it, it has its own. */
  readonly events?: Events | undefined;
  /** Told when `serve` begins with the channels, and then with the workers. */
  readonly onStep?: ((step: "channels" | "workers") => void) | undefined;
  /** For others who notify them, too; the core has its own for those that are left out. */
  readonly wakeups?: Partial<CoreWakeups> | undefined;
  /** For others who notifies it, too: jobs were made or changed. */
  readonly jobsWakeup?: Wakeup | undefined;
  /** Until when a person wants to hear nothing unasked; without it, they always may. */
  readonly quietUntil?: QuietUntil | undefined;
  /** Upkeep that the owner scheduled; without it, there is none. */
  readonly heartbeat?: Heartbeat | undefined;
  /** Names running work for the start after a crash; without it, no work is charged with a crash. */
  readonly roster?: Roster | undefined;
  /** Background work beside that of the core. */
  readonly upkeep?: readonly Upkeep[] | undefined;
  /** Takes what plugins handle; without it, buttons have expired and nothing can be paid. */
  readonly pluginInbox?: PluginInbox | undefined;
  /** Changes to how work is retried. */
  readonly policies?: PolicyOverrides | undefined;
  /** Reaches those who are told of events. */
  readonly webhooks: WebhookDeps;
  /** Reads the character files that people wrote for the agent, when a turn starts. */
  promptFiles(): Promise<PromptFiles>;
  /** Sections of other parts of the agent. */
  readonly operations: readonly Implementation[];
  /** Commands of other parts of the agent. */
  readonly commands?: readonly ChatCommand[] | undefined;
}

/** Wakeups of the loops of a core. */
export interface CoreWakeups {
  /** Something waits in a chat's queue. */
  readonly queue: Wakeup;
  /** Something waits to be delivered. */
  readonly outboxWakeup: Wakeup;
  /** A session has ended, or a turn of one that ended before. */
  readonly endedWakeup: Wakeup;
  /** A turn has ended from which something may be learned. */
  readonly learning: Wakeup;
  /** A question was asked or closed. */
  readonly questions: Wakeup;
}

/** Deps of telling subscribers of events. */
export interface WebhookDeps {
  readonly client: WebhookClient;
  /** Makes a secret that nobody can guess, as Standard Webhooks writes it. */
  readonly newSecret: () => string;
  /** Between 0 and 1: spreads what is tried again. */
  readonly random: () => number;
  /** Names that platforms call: no webhook may have one of them. Default: none. */
  readonly reservedNames?: readonly string[] | undefined;
}

/** Policies of a core. */
export interface CorePolicy {
  readonly intake: IntakePolicy;
  readonly turns: TurnSettings;
  readonly limits: AgentLimits;
  /** Limits on spending and on the rate of messages; without it, there are none. */
  readonly spending?: LimitsConfig | undefined;
  readonly toolSearch?: ToolSearchConfig | undefined;
  /** Defaults for what is left out. */
  readonly context?: ContextConfig | undefined;
  /** Fate of approvals on channels that cannot ask; without it, they wait for a person elsewhere. */
  readonly unattended?: Unattended | undefined;
  /** Limits within which calls need no approval; default: `DEFAULT_FLOW_POLICY`. */
  readonly flow?: FlowPolicy | undefined;
  /** The one at this machine's terminal, who is never joined with another. */
  readonly owner?: PersonId | undefined;
  /** How many earlier messages the first session of a chat begins with; 100 if left out. */
  readonly historyLimit?: number | undefined;
  /** Fact extraction from ended turns; without it, none are extracted. */
  readonly learning?: ExtractionContext | undefined;
  readonly ownerName: string;
  /** Filters of messages and replies; without it, there are none. */
  readonly filters?: Filters | undefined;
  /** Answers that are said, where a voice is set up; without it, all are written. */
  readonly spoken?: { readonly maxWords: number } | undefined;
}
