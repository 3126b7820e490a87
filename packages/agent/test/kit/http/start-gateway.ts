import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { createAccess } from "../../../src/core/access.ts";
import { mintCredential } from "../../../src/core/access/credential.ts";
import { createClientChats } from "../../../src/core/client-chats.ts";
import { createIdempotency } from "../../../src/core/idempotency.ts";
import { systemClock } from "../../../src/kernel/clock.ts";
import { newId, toId } from "../../../src/kernel/ids.ts";
import type { Principal, Role } from "../../../src/kernel/principal.ts";
import type { TokenScope } from "../../../src/kernel/token-scope.ts";
import { httpConfig } from "../../../src/channels/http/config.ts";
import { createGateway } from "../../../src/channels/http/create-gateway.ts";
import { createRoutes } from "../../../src/channels/http/routes.ts";
import { createSocketUpgrade } from "../../../src/channels/http/socket/serve-socket.ts";
import {
  type ChatStreams,
  createChatStreams,
} from "../../../src/channels/http/streams/create-chat-streams.ts";
import { createHookChannel } from "../../../src/channels/hooks/channel.ts";
import { createHttpChannel } from "../../../src/channels/http/channel.ts";
import { readyHealth } from "./ready-health.ts";
import { pushChannelsOf } from "../../../src/channels/kit/channel.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "../start-agent.ts";

export interface RunningGateway extends AsyncDisposable {
  readonly agent: RunningAgent;
  readonly streams: ChatStreams;
  /** URL of the server, without a slash at the end. */
  readonly url: string;
  /** Ends the listening; resolves when no connection is left. */
  stop(): Promise<void>;
  /** Handles a request without a socket. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly owner: Principal;
  /** Creates a token of the owner, of a known person, or of a new person with a role. */
  token(options?: TokenOptions): Promise<string>;
  /** Errors outside of requests. */
  readonly bugs: readonly unknown[];
}

export interface TokenOptions {
  readonly scopes?: readonly TokenScope[];
  readonly role?: Role;
  /** Id of the person; a new person with the role if there is none. */
  readonly person?: string;
  readonly expiresAt?: number | null;
}

export type GatewayOptions = Omit<AgentOptions, "channels"> &
  Partial<Pick<AgentOptions, "channels">> & {
    /** Settings as in the config. */
    readonly http?: z.input<typeof httpConfig>;
  };

/** Starts a complete agent behind a gateway on a free port. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const hooks = createHookChannel({
    hooks: { find: async (name) => agent.core.hooks.find(name) },
    clock: systemClock,
  });
  const agent = await startAgent({
    ...options,
    channels: [createHttpChannel(), hooks, ...(options.channels ?? [])],
  });
  const { store, core } = agent;
  const clock = systemClock;
  const owner = await addPerson(agent, { id: "owner", role: "owner" });
  const bugs: unknown[] = [];
  const onBug = (error: unknown) => void bugs.push(error);
  const log = { debug() {}, info() {}, warn() {}, error: onBug, child: () => log };
  const access = createAccess({ store, clock, randomBytes, sessionMs: 3_600_000, log });
  const conversations = createClientChats({
    store,
    inbox: core.inbox,
    clock,
    pushChannels: () => pushChannelsOf(options.channels ?? []),
  });
  const { events, inbox, control } = core;
  const streams = createChatStreams({ events, conversations, clock, onBug });
  const stop = new AbortController();
  const running = { control, inbox, events, conversations, streams, hooks };
  const config = httpConfig.parse({ port: 0, ...options.http });
  const health = readyHealth();
  const repeats = createIdempotency({ store, clock });
  const gateway = createGateway({
    config,
    routes: createRoutes({
      access,
      version: "0.0.1",
      newId,
      health,
      config,
      dashboard: "/none",
      repeats,
      clock,
      log,
    }),
    agent: async () => ({ ...running, model: "scripted/model", version: "0.0.1" }),
    access,
    repeats,
    clock,
    newId,
    log,
    upgrades: new Map([["/v1/ws", createSocketUpgrade({ onBug })]]),
    checksAnswers: true,
  });
  const listening = await gateway.listen(stop.signal);
  const end = async () => {
    stop.abort();
    await listening.closed;
  };

  return {
    agent,
    owner,
    streams,
    bugs,
    url: listening.url,
    stop: end,
    fetch: (request) => gateway.fetch(request),
    async token({ scopes = ADMIN, role, person: known, expiresAt = null } = {}) {
      const person =
        (known !== undefined && (await store.read.people.byId(toId(known)))) ||
        (role ? await addPerson(agent, { id: known ?? newId(), role }) : owner);
      const { id, text, digest } = mintCredential("rv", randomBytes);
      await store.commit("change-access", (tx) =>
        tx.tokens.add({
          id,
          tenant: person.tenant,
          person: person.id,
          name: "test",
          digest,
          scopes,
          createdAt: clock.now(),
          expiresAt,
        }),
      );
      return text;
    },
    async [Symbol.asyncDispose]() {
      await end();
      streams.close();
      await agent[Symbol.asyncDispose]();
    },
  };
}

const ADMIN: readonly TokenScope[] = ["admin"];

async function addPerson(
  { store }: RunningAgent,
  { id, role }: { readonly id: string; readonly role: Role },
): Promise<Principal> {
  const person: Principal = { id: toId(id), tenant: "home", role, name: id };
  await store.commit("configure-owner", (tx) =>
    tx.people.add(person, { tenant: "home", channel: "cli", externalId: id }),
  );
  return person;
}
