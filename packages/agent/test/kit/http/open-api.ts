import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { agentOperations } from "../../../src/app/operations/agent-operations.ts";
import { createLifecycle } from "../../../src/app/lifecycle.ts";
import { configSchema } from "../../../src/app/config-schema.ts";
import { createClockOperations } from "../../../src/features/clock/implement.ts";
import { createClockGuard } from "../../../src/platform/clock/clock-guard.ts";
import { machineClocks } from "../../../src/platform/clock/machine-clocks.ts";
import { homeOperations } from "../../../src/app/operations/home-operations.ts";
import { openAgent } from "../../../src/app/open-agent.ts";
import { openStore } from "../../../src/app/open-store.ts";
import { createAccess } from "../../../src/core/access.ts";
import { tokenOperations } from "../../../src/core/access/token-operations.ts";
import { mintCredential } from "../../../src/core/access/credential.ts";
import { type Implementation, createControl } from "../../../src/core/control.ts";
import { createClientChats } from "../../../src/core/client-chats.ts";
import { createIdempotency } from "../../../src/core/idempotency.ts";
import { systemClock } from "../../../src/kernel/clock.ts";
import { newId, toId } from "../../../src/kernel/ids.ts";
import type { Principal } from "../../../src/kernel/principal.ts";
import { createOfflineModel } from "../../../src/llm/apis/offline/offline-model.ts";
import { loadConfig } from "../../../src/platform/config.ts";
import { prepareHome, resolveHome } from "../../../src/platform/home.ts";
import { type Log, openLog } from "../../../src/platform/log.ts";
import type { Store } from "../../../src/store/store.ts";
import { httpConfig } from "../../../src/channels/http/config.ts";
import { createGateway } from "../../../src/channels/http/create-gateway.ts";
import { resourceRoutes } from "../../../src/channels/http/routes.ts";
import type { Route } from "../../../src/channels/http/route.ts";
import { turnRoutes } from "../../../src/channels/http/routes/turns.ts";
import { createChatStreams } from "../../../src/channels/http/streams/create-chat-streams.ts";
import { createHttpChannel } from "../../../src/channels/http/channel.ts";

export interface ApiAnswer {
  readonly status: number;
  /** Null where there is none. */
  readonly body: unknown;
}

/** The agent as it is run, with the built-in model, and the resources of its API. */
export interface OpenApi extends AsyncDisposable {
  readonly store: Store;
  /** The settings file. */
  readonly settings: string;
  /** Every operation of the process and the agent. */
  readonly implemented: Implementation;
  readonly owner: Principal;
  readonly bugs: readonly unknown[];
  readonly log: Log;
  /** `GET /v1/notes` and the like; the answer holds nothing that its route does not declare. */
  readonly ask: (
    request: string,
    options?: { body?: unknown; token?: string; key?: string },
  ) => Promise<ApiAnswer>;
  /** Creates a token with all scopes, for the owner or for a new person. */
  token(role: Principal["role"]): Promise<string>;
  /** Routes that were called, as `GET /v1/notes/{id}`. */
  readonly asked: ReadonlySet<string>;
}

const ORIGIN = "http://localhost:7777";

export async function openApi(): Promise<OpenApi> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-api-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const home = resolveHome({ REEVE_HOME: path.join(folder, "home") }, folder);
  await prepareHome(home);
  const bugs: unknown[] = [];
  const log = undo.use(
    await openLog({
      file: home.log,
      level: "info",
      clock: systemClock,
      onLost: (error) => bugs.push(error),
    }),
  );
  const flags = { "agent.model": createOfflineModel().id };
  const { config } = await loadConfig(configSchema, { file: home.config, env: {}, flags });
  const opened = undo.use(await openStore({ home, config }));
  const { store } = opened;
  const agent = undo.use(await openAgent({ home, config, log, version: "1", opened, env: {} }));
  const { core, owner } = agent;

  const stop = new AbortController();
  const serving = core.serve([createHttpChannel()], stop.signal);
  undo.defer(async () => {
    stop.abort();
    await serving;
  });
  const { inbox, events, control } = core;
  const clock = systemClock;
  const access = createAccess({ store, clock, randomBytes, sessionMs: 3_600_000, log });
  const conversations = createClientChats({ store, inbox, clock, pushChannels: () => [] });
  const channels = createChatStreams({
    events,
    conversations,
    clock,
    onBug: (bug) => bugs.push(bug),
  });
  undo.defer(() => channels.close());
  const hooks = { receive: async () => unused() };
  const routes: readonly Route[] = [...resourceRoutes, ...turnRoutes({ newId })];
  const lifecycle = createLifecycle<typeof agent>({
    clock,
    open: async () => ({ part: agent, stop: async () => undefined }),
  });
  const deps = {
    lifecycle,
    store,
    home,
    version: "1",
    unavailable: () => [],
    channels: () => [],
    newId,
  };
  const own = createControl([
    ...homeOperations({ home, env: {} }),
    createClockOperations({ guard: createClockGuard(machineClocks, undefined), newId }),
    tokenOperations({ store, access, clock, newId, randomBytes, url: () => ORIGIN }),
    agentOperations({ ...deps, end: unused }),
  ]);
  const asked = new Set<string>();
  const gateway = createGateway({
    config: httpConfig.parse({ port: 0, rates: { perMinute: 100_000 } }),
    routes,
    agent: async () => ({
      control,
      inbox,
      events,
      conversations,
      streams: channels,
      hooks,
      model: agent.description,
      version: "1",
    }),
    access,
    repeats: createIdempotency({ store, clock }),
    clock,
    newId,
    log: { ...log, error: (_sentence, fields) => void bugs.push(fields?.["error"]) },
    onAnswer: ({ method, path: pattern }) => void asked.add(`${method} ${pattern}`),
    own,
    checksAnswers: true,
  });

  const token = async (role: Principal["role"]): Promise<string> => {
    const { id, text, digest } = mintCredential("rv", randomBytes);
    const person = role === owner.role ? owner : await somebody(store, role);
    const { tenant } = person;
    await store.commit("change-access", (tx) =>
      tx.tokens.add({
        id,
        tenant,
        person: person.id,
        name: "test",
        digest,
        scopes: ["admin"],
        createdAt: clock.now(),
        expiresAt: null,
      }),
    );
    return text;
  };
  const shownFirst = await token("owner");
  const held = undo.move();

  return {
    store,
    settings: home.config,
    implemented: [...own.implemented, ...control.implemented],
    owner,
    bugs,
    log,
    asked,
    token,
    async ask(request, { body, token: shown = shownFirst, key } = {}) {
      const [method = "", target = ""] = request.split(" ", 2);
      const response = await gateway.fetch(
        new Request(new URL(target, ORIGIN), {
          method,
          headers: {
            authorization: `Bearer ${shown}`,
            ...(body !== undefined && { "content-type": "application/json" }),
            ...(key !== undefined && { "idempotency-key": key }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      const answer = { status: response.status, body: text === "" ? null : JSON.parse(text) };
      if (response.ok) expectDeclared(routes, { method, target }, answer);
      return answer;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Schemas leave out what they do not name: what comes out of one is all that may be answered. */
function expectDeclared(
  routes: readonly Route[],
  { method, target }: { readonly method: string; readonly target: string },
  { status, body }: ApiAnswer,
): void {
  const { pathname } = new URL(target, ORIGIN);
  const fitting = routes.filter((route) => route.method === method && isAt(pathname, route.path));
  const shape = fitting.toSorted((one, other) => holes(one) - holes(other))[0]?.answers[status];
  const json = Array.isArray(shape) ? shape[0] : shape;
  if (shape === null) expect(body).toBe(null);
  else if (json instanceof z.ZodType) expect(json.parse(body)).toEqual(body);
  else throw new Error(`${method} ${target} declares no JSON under ${status}`);
}

function isAt(pathname: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
}

function holes({ path: pattern }: Route): number {
  return pattern.split("{").length;
}

async function somebody(store: Store, role: Principal["role"]): Promise<Principal> {
  const person: Principal = { id: toId(newId()), tenant: "home", role, name: role };
  const identity = { tenant: "home", channel: "http", externalId: person.id };
  await store.commit("change-people", (tx) => tx.people.add(person, identity));
  return person;
}

function unused(): never {
  throw new Error("nobody asks for this here");
}
