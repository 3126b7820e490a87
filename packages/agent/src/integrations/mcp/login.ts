import { Fault } from "@reeve/sdk";
import type { McpServerConfig } from "../mcp.ts";
import { createOAuthProvider, type OAuthDeps, pendingOf, REDIRECT_URL } from "./oauth.ts";
import { openHttpTransport } from "./open-transport.ts";

/** Signs in at servers; what it obtains stays in the stored logins. */
export interface SignIn {
  /** Returns the address at which a person signs in; undefined if no login is waiting for one. */
  waiting(name: string, config: McpServerConfig): Promise<string | undefined>;
  /** Ends a login with the address to which the browser was sent. */
  finish(name: string, config: McpServerConfig, redirect: string): Promise<void>;
  /** Passes on the addresses with which a browser on this machine comes back. Resolves when it ends. */
  receive(finish: (redirect: string) => Promise<void>, signal: AbortSignal): Promise<void>;
  remove(name: string): Promise<boolean>;
}

/** Returns the address at which a person signs in; undefined if no login is waiting for one. */
export async function waitingLogin(
  name: string,
  { url }: McpServerConfig,
  { logins, now }: OAuthDeps,
): Promise<string | undefined> {
  if (url === undefined) return undefined;
  return pendingOf(await logins.get(name, url), now())?.authorizationUrl;
}

/**
 * Ends a login with the address to which the authorization server sent the browser, and stores the tokens.
 * Throws `invalid` if the address belongs to no login that waits, or if the server refused.
 */
export async function finishLogin(
  name: string,
  config: McpServerConfig,
  redirect: string,
  deps: OAuthDeps,
): Promise<void> {
  const provider = createOAuthProvider(name, config, deps);
  const { url } = config;
  const pending =
    url === undefined ? undefined : pendingOf(await deps.logins.get(name, url), deps.now());
  const params = paramsOf(redirect);
  if (!provider || url === undefined || !pending || params?.get("state") !== pending.state)
    throw new Fault("invalid", "This address belongs to no login that is waiting.", {
      hint: `Start again: reeve mcp login ${name}`,
    });
  try {
    await openHttpTransport("http", config, { authProvider: provider, oauth: deps }).finishAuth(
      params,
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault("invalid", `The login at ${name} failed: ${why.slice(0, 500)}`, {
      hint: `Start again: reeve mcp login ${name}`,
      cause: error,
    });
  } finally {
    // A code is used once, whatever came of it.
    await deps.logins.change(name, url, ({ pending: _used, ...login }) => login);
  }
}

/** Accepts the whole address, as the browser shows it. */
function paramsOf(redirect: string): URLSearchParams | undefined {
  const url = URL.parse(redirect.trim());
  return url && `${url.origin}${url.pathname}` === REDIRECT_URL ? url.searchParams : undefined;
}
