import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { tokens } from "@reeve/operations/people/tokens";
import type { z } from "zod";
import { askAs } from "../../../src/operations/ask.ts";
import { createAccess } from "../../../src/core/access.ts";
import { tokenOperations } from "../../../src/core/access/token-operations.ts";
import { type Control, createControl } from "../../../src/core/control.ts";
import { createClientChats } from "../../../src/core/client-chats.ts";
import { createIdempotency } from "../../../src/core/idempotency.ts";
import { newId, toId } from "../../../src/kernel/ids.ts";
import type { Principal, Role } from "../../../src/kernel/principal.ts";
import type { TokenScope } from "../../../src/kernel/token-scope.ts";
import { scriptedModel } from "../../../src/llm/testing/scripted-model.ts";
import { type FollowLog, type LogFields, silentLog } from "../../../src/platform/log.ts";
import { httpConfig } from "../../../src/channels/http/config.ts";
import {
  createGateway,
  type Gateway,
  type GatewayAnswer,
  type GatewayDeps,
} from "../../../src/channels/http/create-gateway.ts";
import type { Route } from "../../../src/channels/http/route.ts";
import { createHookChannel } from "../../../src/channels/hooks/channel.ts";
import { createRoutes } from "../../../src/channels/http/routes.ts";
import { createChatStreams } from "../../../src/channels/http/streams/create-chat-streams.ts";
import { readyHealth } from "./ready-health.ts";
import { pushChannelsOf } from "../../../src/channels/kit/channel.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "../start-agent.ts";

export interface HttpOptions extends Partial<AgentOptions> {
  readonly http?: z.input<typeof httpConfig>;
  /** Beside those of the gateway. */
  readonly routes?: readonly Route[];
  readonly upgrades?: GatewayDeps["upgrades"];
  /** Default: the log cannot be followed. */
  readonly followLog?: FollowLog;
  /** Folder of a built dashboard. Default: there is none. */
  readonly dashboard?: string;
}

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  /** JSON where it is, else text. */
  readonly body: unknown;
}

export interface AskOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown;
}

/** Agent with a gateway, called without a network unless `listen` is called. */
export interface HttpStory extends AsyncDisposable {
  readonly agent: RunningAgent;
  readonly gateway: Gateway;
  readonly routes: readonly Route[];
  /** Bugs that the gateway logged. */
  readonly logged: readonly { readonly sentence: string; readonly fields: LogFields }[];
  /** All that the database holds, as text. */
  dump(): Promise<string>;
  /** Everything that was answered. */
  readonly answers: readonly GatewayAnswer[];
  /** Creates a token of the owner, or of a new person. */
  token(scope: TokenScope, role?: Role): Promise<string>;
  ask(method: string, path: string, options?: AskOptions): Promise<Asked>;
  /** The agent's operations, and those of tokens. */
  readonly control: Control;
  /** Person whose tokens `token` creates. */
  readonly owner: Principal;
  /** The link that signs a browser in. */
  invite(): Promise<string>;
}

export const ORIGIN = "http://localhost:7777";

export async function openHttp(options: HttpOptions = {}): Promise<HttpStory> {
  const { http, routes: more = [], upgrades, dashboard = "/none", followLog, ...own } = options;
  const hooks = createHookChannel({
    hooks: { find: async (name) => agent.core.hooks.find(name) },
    clock: { now: Date.now },
  });
  const agent = await startAgent({
    model: scriptedModel([]),
    ...own,
    channels: [hooks, ...(own.channels ?? [])],
  });
  const { store, core } = agent;
  const clock = options.clock ?? { now: Date.now };
  const logged: { sentence: string; fields: LogFields }[] = [];
  const log = {
    ...silentLog,
    error: (sentence: string, fields: LogFields = {}) => void logged.push({ sentence, fields }),
  };
  const config = httpConfig.parse({ port: 0, ...http });
  const sessionMs = config.sessionHours * 3_600_000;
  const access = createAccess({ store, clock, randomBytes, sessionMs, log });
  const ofTokens = createControl([
    tokenOperations({ store, access, clock, newId, randomBytes, url: () => ORIGIN }),
  ]);
  const control: Control = {
    implemented: [...ofTokens.implemented, ...core.control.implemented],
    receive: (name, input, caller) =>
      (name.startsWith("tokens.") ? ofTokens : core.control).receive(name, input, caller),
  };
  const { inbox, events } = core;
  const conversations = createClientChats({
    store,
    inbox,
    clock,
    pushChannels: () => pushChannelsOf(own.channels ?? []),
  });
  const streams = createChatStreams({
    events,
    conversations,
    clock,
    onBug: (bug) => log.error("broke", { bug }),
  });
  const served = {
    control,
    inbox,
    events,
    conversations,
    streams,
    hooks,
    followLog,
    model: "scripted",
    version: "1",
  };
  const answers: GatewayAnswer[] = [];
  const repeats = createIdempotency({ store, clock });
  const routes = [
    ...createRoutes({
      access,
      newId,
      version: "1",
      health: readyHealth(),
      config,
      dashboard,
      repeats,
      clock,
      log,
    }),
    ...more,
  ];
  const gateway = createGateway({
    config,
    routes,
    agent: async () => served,
    access,
    repeats,
    clock,
    newId,
    log,
    ...(upgrades && { upgrades }),
    onAnswer: (answer) => void answers.push(answer),
    checksAnswers: true,
  });

  const person = async (role: Role): Promise<Principal> => {
    const known: Principal = { id: toId(`http-${role}`), tenant: "home", role, name: role };
    if (await store.read.people.byId(known.id)) return known;
    const identity = { tenant: "home", channel: "http", externalId: known.id };
    await store.commit("change-people", (tx) => tx.people.add(known, identity));
    return known;
  };
  const owner = await person("owner");

  const ask = async (
    method: string,
    target: string,
    { token, headers = {}, body }: AskOptions = {},
  ): Promise<Asked> => {
    const response = await gateway.fetch(
      new Request(new URL(target, ORIGIN), {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isText = !response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      body: isText || text === "" ? text : JSON.parse(text),
    };
  };

  return {
    agent,
    gateway,
    routes,
    logged,
    answers,
    ask,
    dump: async () => {
      const file = path.join(agent.home, "copy.db");
      await store.backup(file);
      return (await readFile(file)).toString("latin1");
    },
    control,
    owner,
    async token(scope, role = "owner") {
      const caller = { person: await person(role), channel: "http", externalId: "main" };
      const draft = { name: scope, scopes: [scope] };
      return (await askAs(control, caller)(tokens.create, draft)).token;
    },
    async invite() {
      const { code } = await access.invite({ tenant: owner.tenant, person: owner.id });
      return `/open?code=${code}`;
    },
    async [Symbol.asyncDispose]() {
      streams.close();
      await agent[Symbol.asyncDispose]();
    },
  };
}
