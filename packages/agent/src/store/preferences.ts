import type { ChatId } from "../kernel/ids.ts";
import type { PersonKey } from "./people.ts";

/** How a person wants to be told what they did not ask for just now. What is left out is as the config says. */
export interface Preferences {
  /** IANA name. */
  readonly timeZone?: string | undefined;
  readonly quiet?: QuietHours | undefined;
  /** The chat for what is said unasked. */
  readonly chat?: ChatId | undefined;
  /** When the morning briefing comes, as `HH:MM`; without it, never. */
  readonly briefing?: string | undefined;
  /** In which the agent speaks to them by itself, as BCP 47; without it, what their program speaks. */
  readonly language?: string | undefined;
}

/** As `HH:MM` on the person's clock; where `to` is the earlier one it is of the next day. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** How people want to be told things. */
export interface PreferenceStore {
  /** Empty where nothing was said. */
  of(person: PersonKey): Promise<Preferences>;
  put(person: PersonKey, preferences: Preferences): Promise<void>;
}
