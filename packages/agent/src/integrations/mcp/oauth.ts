import {
  ClientCredentialsProvider,
  type OAuthClientInformationContext,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import { Fault } from "@reeve/sdk";
import type { McpServerConfig } from "../mcp.ts";
import { isLoopback, type SendNamed } from "./guarded-fetch.ts";
import type { McpLogin, McpLogins } from "./logins.ts";

/**
 * Where the authorization server sends the browser after a login. It never changes, so that a registration
 * stays usable; where nothing listens, people paste the address.
 */
export const REDIRECT_URL = "http://127.0.0.1:41751/callback";

/** A login that takes a person longer starts again. */
export const MAX_LOGIN_MS = 600_000;

export interface OAuthDeps {
  readonly logins: McpLogins;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns an unguessable text. */
  readonly newState: () => string;
  /** Sends requests to addresses that a server names, such as its authorization server. */
  readonly send: SendNamed;
}

/** Returns the sign-in at a server; undefined where a header of the config is the credential. */
export function createOAuthProvider(
  name: string,
  config: McpServerConfig,
  deps: OAuthDeps,
): OAuthClientProvider | undefined {
  const hasOwn = Object.keys(config.headers).some((key) => key.toLowerCase() === "authorization");
  if (hasOwn || config.url === undefined) return undefined;
  const { grant, clientId, clientSecret, issuer, scope } = config.oauth;
  if (grant === "client-credentials")
    return new ClientCredentialsProvider({
      clientId: clientId ?? "",
      clientSecret: clientSecret?.reveal() ?? "",
      expectedIssuer: issuer ?? "",
      clientName: "Reeve",
      ...(scope !== undefined && { scope }),
    });
  return createLoginProvider(name, { ...config, url: config.url }, deps);
}

function createLoginProvider(
  name: string,
  { url, oauth }: McpServerConfig & { readonly url: string },
  { logins, now, newState }: OAuthDeps,
): OAuthClientProvider {
  const get = () => logins.get(name, url);
  const change = (to: (login: McpLogin) => McpLogin) => logins.change(name, url, to);
  const ofIssuer = async (context: OAuthClientInformationContext | undefined) => {
    const login = await get();
    const issuer = context?.issuer ?? login?.latest;
    return issuer === undefined ? undefined : login?.issuers[issuer];
  };
  const store = (issuer: string | undefined, own: McpLogin["issuers"][string]) => {
    if (issuer === undefined)
      throw new Fault("invalid", `The MCP server ${name} names no authorization server.`);
    return change((login) => ({
      ...login,
      issuers: { ...login.issuers, [issuer]: { ...login.issuers[issuer], ...own } },
      ...(own.tokens && { latest: issuer }),
    }));
  };
  let state = "";
  let verifier = "";
  return {
    redirectUrl: REDIRECT_URL,
    ...(oauth.clientMetadataUrl !== undefined && { clientMetadataUrl: oauth.clientMetadataUrl }),
    clientMetadata: {
      client_name: "Reeve",
      redirect_uris: [REDIRECT_URL],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    },
    state() {
      state = newState();
      return state;
    },
    async clientInformation(context) {
      if (oauth.clientId === undefined) return (await ofIssuer(context))?.client;
      return {
        client_id: oauth.clientId,
        ...(oauth.clientSecret && { client_secret: oauth.clientSecret.reveal() }),
        ...(oauth.issuer !== undefined && { issuer: oauth.issuer }),
      };
    },
    saveClientInformation: (client, context) => store(context?.issuer ?? client.issuer, { client }),
    tokens: async (context) => (await ofIssuer(context))?.tokens,
    saveTokens: (tokens, context) => store(context?.issuer ?? tokens.issuer, { tokens }),
    saveCodeVerifier(next) {
      verifier = next;
    },
    codeVerifier: async () => (await get())?.pending?.verifier ?? "",
    async redirectToAuthorization(to) {
      requireSecure(name, to);
      const pending = { authorizationUrl: to.href, state, verifier, at: now() };
      await change((login) => ({ ...login, pending }));
    },
    invalidateCredentials: (what) => change((login) => withoutCredentials(login, what)),
    saveDiscoveryState: (discovery) => change((login) => ({ ...login, discovery })),
    discoveryState: async () => {
      // Only for the second half of a login: otherwise a server that moves to another issuer stays unnoticed.
      const login = await get();
      return pendingOf(login, now()) && login?.discovery;
    },
  };
}

/** Returns the login that waits for a person; undefined if none does, or for too long. `now` in milliseconds. */
export function pendingOf(login: McpLogin | undefined, now: number): McpLogin["pending"] {
  const { pending } = login ?? {};
  return pending && now - pending.at < MAX_LOGIN_MS ? pending : undefined;
}

/** People open the address in a browser: it must not be a script or a file. */
function requireSecure(name: string, { protocol, hostname }: URL): void {
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) return;
  throw new Fault("denied", `The MCP server ${name} wants a login over an insecure address.`, {
    hint: "Ask the people who run the server for an address that starts with https://.",
  });
}

type Credentials = Parameters<NonNullable<OAuthClientProvider["invalidateCredentials"]>>[0];

function withoutCredentials(login: McpLogin, what: Credentials): McpLogin {
  switch (what) {
    // Tokens belong to their client.
    case "all":
    case "client":
      return { url: login.url, issuers: {} };
    case "tokens": {
      const entries = Object.entries(login.issuers);
      const issuers = entries.map(([issuer, { client }]) => [issuer, { client }] as const);
      return { ...login, issuers: Object.fromEntries(issuers), latest: undefined };
    }
    case "verifier":
      return { ...login, pending: undefined };
    case "discovery":
      return { ...login, discovery: undefined };
  }
}
