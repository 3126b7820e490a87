import type { Kernel } from "../../store/kernel.ts";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { PersonId } from "../../kernel/ids.ts";
import type { Repositories } from "../../store/store.ts";
import type { Log } from "../../platform/log.ts";
import type { Events } from "../events/events.ts";
import type { LocaleOf } from "../locale.ts";

/** Deps of firing jobs. */
export interface ScheduleDeps extends Kernel {
  readonly events: Events;
  readonly log: Log;
  /** The process that claims runs. */
  readonly owner: string;
  /** Told when something waits to leave. */
  readonly outboxWakeup: Pick<Wakeup, "notify">;
  /** In which a day of the heartbeat's spending begins. */
  readonly timeZone: string;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
  /** Until when a person wants to hear nothing that they did not ask for; undefined while they may. */
  quietUntil?: QuietUntil | undefined;
  readonly heartbeat?: Heartbeat | undefined;
}

export type QuietUntil = (
  tx: Repositories,
  who: { readonly tenant: string; readonly person: PersonId },
  now: number,
) => Promise<number | undefined>;

/** Upkeep that the owner wants done again and again. */
export interface Heartbeat {
  readonly everyMs: number;
  readonly owner: PersonId;
  readonly tenant: string;
  /** Maximum cost of its runs in a day, in billionths of a dollar; undefined: as much as the limits allow. */
  readonly nanoPerDay?: bigint | undefined;
  /** Reads the checklist; undefined if there is none. */
  read(): Promise<string | undefined>;
}
