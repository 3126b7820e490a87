import type { Kernel } from "../../store/kernel.ts";
import type { LimitsConfig } from "../../domains/config.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { ExtensionHooks } from "../../kernel/extension-hooks.ts";
import type { PersonId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";
import type { KeyedQueue } from "../../platform/keyed-queue.ts";
import type { Log } from "../../platform/log.ts";
import type { MessageMode } from "../../store/messages/chats.ts";
import type { ChannelAccess } from "../channel-access.ts";
import type { FoundCommand } from "../commands.ts";
import type { Arrivals } from "./arrivals.ts";
import type { ClaimsAtIntake } from "../claims-at-intake.ts";
import type { Events } from "../events/events.ts";
import type { Filters } from "../filters.ts";
import type { LocaleOf } from "../locale.ts";
import type { RunningTurns } from "../running-turns.ts";

export interface IntakeDeps extends Kernel {
  readonly events: Events;
  readonly running: RunningTurns;
  /** Rings when something was queued. */
  readonly wakeup: Wakeup;
  /** Claims idle chats; without it, the worker does that in commits of its own. */
  readonly claims?: ClaimsAtIntake | undefined;
  /** Messages that are being accepted; without it, nothing is claimed at intake. */
  readonly arrivals?: Arrivals | undefined;
  /** Told when news for a sender wait in the outbox. */
  readonly outboxWakeup?: Pick<Wakeup, "notify"> | undefined;
  /** Whether replies to this channel leave through the outbox; without it, none do. */
  readonly isPush?: ((channel: string) => boolean) | undefined;
  /** Whether people on this channel write one thought in several messages; without it, on none. */
  readonly hasBursts?: ((channel: string) => boolean) | undefined;
  /** Whether people unknown to the agent are shown a code on this channel; without it, on none. */
  readonly isPairing?: ((channel: string) => boolean) | undefined;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  readonly policy: IntakePolicy;
  /** Told when something that somebody waited for was written. */
  readonly jobsWakeup?: Pick<Wakeup, "notify"> | undefined;
  /** The command that a message is; without it, no message is one. */
  readonly findCommand?: ((envelope: Envelope) => FoundCommand | undefined) | undefined;
  /** Commands of one sender that have to be prepared wait for each other. */
  readonly preparing?: KeyedQueue | undefined;
  /** Filters of messages; without it, there are none. */
  readonly filters?: Pick<Filters, "blocksMessage"> | undefined;
  /** Hooks of plugins; without it, there are none. */
  readonly hooks?: ExtensionHooks | undefined;
  /** Messages of one chat that hooks have to see wait for each other. */
  readonly screening?: KeyedQueue | undefined;
  readonly log?: Pick<Log, "error"> | undefined;
  /** The one at this machine's terminal, who is never joined with another. */
  readonly owner?: PersonId | undefined;
}

export interface IntakePolicy {
  readonly tenant: string;
  /** Returns the role of a sender. */
  roleOf(channel: string, senderId: string): Role;
  /** Returns who is answered on a channel; without it, everyone with a role is. */
  readonly accessOf?: ((channel: string) => ChannelAccess | undefined) | undefined;
  /** Display names of channels in questions. Default: their names. */
  readonly channelTitles?: ReadonlyMap<string, string> | undefined;
  /** How long the queue of a chat with bursts gathers messages, in milliseconds. Default: not at all. */
  readonly debounceMs?: number | undefined;
  /** With which settings a chat begins. */
  readonly newChat: { readonly mode: MessageMode; readonly maxSteps: number };
  /** How fast people may write; without it, as fast as they like. */
  readonly limits?: LimitsConfig | undefined;
  /** In which they are told when they may write again. Default: UTC. */
  readonly timeZone?: string | undefined;
}
