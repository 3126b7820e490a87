import type { ChatId } from "../../kernel/ids.ts";
import type { PersonKey } from "./people.ts";

/** A person's preferences for proactive messages. Missing ones follow the config. */
export interface Preferences {
  /** IANA name. */
  readonly timeZone?: string | undefined;
  readonly quiet?: QuietHours | undefined;
  /** Chat for proactive messages. */
  readonly chat?: ChatId | undefined;
  /** Time of the morning briefing as `HH:MM`; without it, there is none. */
  readonly briefing?: string | undefined;
  /** Language of proactive messages, as BCP 47; default: the language of the person's client. */
  readonly language?: string | undefined;
}

/** Quiet hours as `HH:MM` on the person's clock; if `to` is earlier than `from`, it is on the next day. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** Preferences for notifications. */
export interface PreferenceStore {
  /** Returns a person's preferences; empty if none are set. */
  of(person: PersonKey): Promise<Preferences>;
  put(person: PersonKey, preferences: Preferences): Promise<void>;
}
