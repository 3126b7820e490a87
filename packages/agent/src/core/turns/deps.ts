import type { Kernel } from "../../store/kernel.ts";
import type { LimitsConfig } from "../../domains/config.ts";
import type { TurnId } from "../../kernel/ids.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { Agents } from "../agents.ts";
import type { LocalizePrompt } from "../approvals/questions/localize-prompt.ts";
import type { AttachmentReader } from "../attachments.ts";
import type { SessionsConfig } from "../config.ts";
import type { Events } from "../events/events.ts";
import type { Filters } from "../filters.ts";
import type { LocaleOf } from "../locale.ts";

/** Deps of turns. */
export interface TurnDeps extends Kernel {
  readonly events: Events;
  readonly toolbox: Toolbox;
  readonly agents: Agents;
  readonly settings: TurnSettings;
  /** Reader of message files; without it, none are read. */
  readonly understanding?: Pick<AttachmentReader, "canDescribeImages"> | undefined;
  /** Filters of messages; without it, there are none. */
  readonly filters?: Pick<Filters, "blocksMessage"> | undefined;
  /** How answers are said; without it, all are written. */
  readonly speaking?: Speaking | undefined;
  /** Rung when a session has ended, or a turn of one that ended before. */
  readonly endedWakeup: Pick<Wakeup, "notify">;
  /** Rung when a turn has ended, and its session goes on. */
  readonly turnEndedWakeup: Pick<Wakeup, "notify">;
  /** Rung when a part waits to be delivered before its turn ends. */
  readonly outboxWakeup: Pick<Wakeup, "notify">;
  /** Whether replies to this channel leave through the outbox. */
  isPush(channel: string): boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  /** Between 0 and 1: spreads what is tried again. */
  readonly random: () => number;
  /** Called after a commit that stored a step. */
  readonly onProgress?: ((turn: TurnId) => Promise<void>) | undefined;
  /** Renders the question in a language; without it, the question is shown as written. */
  readonly questionIn?: LocalizePrompt | undefined;
}

/** When answers are said instead of written. */
export interface Speaking {
  /** Longer ones are written. */
  readonly maxWords: number;
  canSpeak(channel: string): boolean;
}

export interface TurnSettings {
  /** How long an approval stays open, in milliseconds. */
  readonly approvalMs: number;
  /** How many different people have to allow a call, whoever asked not among them where it is more than one. Default: one. */
  readonly approversFor?: ((call: Pick<StoredCall, "tool" | "effect">) => number) | undefined;
  /** In which inputs tell the time. */
  readonly timeZone: string;
  /** Display names of channels in inputs. Default: their names. */
  readonly channelTitles?: ReadonlyMap<string, string> | undefined;
  /** In which people are spoken to who said nothing of it, as BCP 47. Default: English. */
  readonly language?: string | undefined;
  /** Whether something should be learned from a turn in which this was said. Default: never. */
  readonly isToLearnFrom?: ((said: readonly string[]) => boolean) | undefined;
  /** Limits on spending; without it, there are none. */
  readonly limits?: LimitsConfig | undefined;
  /** The longest answer, in tokens, where one is set. */
  readonly maxTokens?: number | undefined;
  /** How long sessions last; without it, until somebody begins a new one. */
  readonly lifetime?: SessionsConfig | undefined;
  /** How long a turn waits for a model that is down, in milliseconds. Default: a day. */
  readonly waitMs?: number | undefined;
}
