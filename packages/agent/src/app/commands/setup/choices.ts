import type { Secret } from "../../../platform/secret.ts";

/** Choices that the command line already makes. */
export interface SetupOptions {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** The variable that holds the key. */
  readonly keyEnv?: string | undefined;
}

/** Where the key of a provider is. */
export type KeyChoice =
  | { readonly from: "nowhere" }
  /** In the settings, where it stays. */
  | { readonly from: "settings"; readonly key: Secret }
  /** In the provider's own variable, where it stays. */
  | { readonly from: "environment"; readonly key: Secret; readonly variable: string }
  /** Typed, or out of another variable: it goes into the settings. */
  | { readonly from: "person"; readonly key: Secret };

export interface ModelChoices {
  /** A name of the table, or `offline`. */
  readonly provider: string;
  readonly model: string;
  /** Undefined: the provider's own. */
  readonly baseUrl: string | undefined;
  readonly key: KeyChoice;
}

/** All that `reeve setup` writes. */
export interface Choices extends ModelChoices {
  readonly ownerName: string;
  readonly timeZone: string;
}

/** The built-in model, beside the providers of the table. */
export const OFFLINE = { provider: "offline", model: "rules" } as const;

/** The text of a key, where there is one. */
export function keyOf(choice: KeyChoice): Secret | undefined {
  return choice.from === "nowhere" ? undefined : choice.key;
}
