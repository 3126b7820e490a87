import { inspect } from "node:util";
import { z } from "zod";

/** Text printed in place of a sensitive value. */
export const MASK = "•••";

/**
 * A sensitive text. Logs, templates, JSON and `inspect` show `•••`, however deep
 * it is nested; `reveal` at the one chat that needs the text is the only way to it.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}

/**
 * Returns the schema of a sensitive setting: takes text, gives a `Secret`. It is marked `writeOnly` in JSON
 * Schema, by which `config` knows what to mask and prompt for.
 */
export function secret() {
  return z
    .string()
    .min(1)
    .meta({ writeOnly: true })
    .transform((text) => new Secret(text));
}
