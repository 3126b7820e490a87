import { Fault } from "@reeve/sdk";
import { findProvider } from "../../../llm/providers.ts";
import { Secret } from "../../../platform/secret.ts";
import type { KeyChoice } from "./choices.ts";
import type { Dialog } from "./dialog.ts";

export interface KeyQuestion {
  readonly provider: string;
  /** The one in use, if it belongs to this provider. */
  readonly current: KeyChoice | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A variable that was named on the command line. */
  readonly keyEnv: string | undefined;
  /** A server of one's own may want a key, or not. */
  readonly isOptional: boolean;
}

/** Headers carry nothing else. */
const KEY = /^[\u0021-\u007E]+$/;

/** Takes the key of the variable that was named, or asks for one without showing it. */
export async function askKey(dialog: Dialog, question: KeyQuestion): Promise<KeyChoice> {
  const { provider, keyEnv, env, isOptional } = question;
  if (keyEnv !== undefined) return fromVariable(keyEnv, { provider, env });
  const { key: variable } = findProvider(provider);
  if (variable === undefined && !isOptional) return { from: "nowhere" };

  const known = knownKey(question, variable);
  const text =
    variable === undefined ? "API key, if the server needs one" : `API key for ${provider}`;
  for (;;) {
    const typed = await dialog.askSecret({ text, fallback: "", shown: describe(known) });
    if (KEY.test(typed)) return { from: "person", key: new Secret(typed) };
    if (typed === "" && (known.from !== "nowhere" || isOptional)) return known;
    dialog.complain(refusal(typed, { provider, variable }));
  }
}

function fromVariable(
  name: string,
  { provider, env }: Pick<KeyQuestion, "provider" | "env">,
): KeyChoice {
  const text = env[name]?.trim() ?? "";
  if (!KEY.test(text))
    throw new Fault("missing", `The variable ${name} contains no key.`, {
      hint: `Set it for this command: ${name}=… reeve setup --key-env ${name}`,
    });
  const key = new Secret(text);
  if (findProvider(provider).key !== name) return { from: "person", key };
  return { from: "environment", key, variable: name };
}

function knownKey({ current, env }: KeyQuestion, variable: string | undefined): KeyChoice {
  if (current && current.from !== "nowhere") return current;
  const text = variable === undefined ? undefined : env[variable];
  if (variable === undefined || !text) return { from: "nowhere" };
  return { from: "environment", key: new Secret(text), variable };
}

function describe(known: KeyChoice): string | undefined {
  if (known.from === "nowhere") return undefined;
  return known.from === "environment" ? `the one in ${known.variable}` : "the saved one";
}

function refusal(
  typed: string,
  { provider, variable }: { provider: string; variable: string | undefined },
): Fault {
  if (typed !== "")
    return new Fault(
      "invalid",
      "A key contains only ASCII letters, digits and symbols, without spaces.",
      {
        hint: "Copy the key again.",
      },
    );
  return new Fault("denied", `No API key for ${provider}.`, {
    hint: `Create one in your ${provider} account${variable ? `, or set ${variable}` : ""}.`,
  });
}
