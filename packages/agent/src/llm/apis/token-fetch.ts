import { readFile, stat } from "node:fs/promises";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { attempt } from "../../kernel/attempt.ts";

const credentialsSchema = z.object({
  claudeAiOauth: z.object({ accessToken: z.string().min(1), expiresAt: z.number().optional() }),
});

interface Token {
  readonly text: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** When the file was written. */
  readonly changedAt: number;
}

export interface TokenFetchDeps {
  readonly send: typeof fetch;
  readonly clock: Clock;
}

/**
 * A `fetch` that sends the token of a credentials file. The file belongs to another
 * program, which renews the token: it is read again when it changed, and once when
 * the token was refused, and never written. Rejects with `denied` without a valid token.
 */
export function tokenFetch(
  file: string | undefined,
  { send, clock }: TokenFetchDeps,
): typeof fetch {
  let known: Token | undefined;

  async function current(): Promise<Token> {
    const changedAt = await changeOf(file);
    if (known?.changedAt !== changedAt) known = await readToken(file ?? "", changedAt);
    if (known.expiresAt > clock.now()) return known;
    throw new Fault("denied", `The token in ${file} has expired.`, { hint: RENEW });
  }

  return async (input, init) => {
    const token = await current();
    const answer = await send(input, withToken(init, token));
    if (answer.status !== 401) return answer;
    known = undefined;
    const renewed = await current();
    if (renewed.text === token.text) return answer;
    await answer.body?.cancel();
    return send(input, withToken(init, renewed));
  };
}

const RENEW = "Start the program that owns it once: it renews its own token.";

async function changeOf(file: string | undefined): Promise<number> {
  const facts = await attempt(file === undefined ? undefined : stat(file));
  if (facts.status === "fulfilled" && facts.value) return facts.value.mtimeMs;
  throw new Fault("denied", `No credentials file found${file ? ` at ${file}` : ""}.`, {
    hint: "Log in with the program that creates it, or choose another provider.",
  });
}

async function readToken(file: string, changedAt: number): Promise<Token> {
  const parsed = credentialsSchema.safeParse(parseJson(await readFile(file, "utf8"))?.value);
  if (!parsed.success)
    throw new Fault("denied", `${file} contains no access token.`, { hint: RENEW });
  const { accessToken, expiresAt = Infinity } = parsed.data.claudeAiOauth;
  return { text: accessToken, expiresAt, changedAt };
}

function withToken(init: RequestInit | undefined, { text }: Token): RequestInit {
  const headers = new Headers(init?.headers);
  headers.delete("x-api-key");
  headers.set("authorization", `Bearer ${text}`);
  return { ...init, headers };
}
