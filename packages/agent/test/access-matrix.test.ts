import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mayAsk } from "@reeve/operations/access-matrix";
import { nouns } from "@reeve/operations/nouns";
import type { Operation } from "@reeve/operations/operation";
import { tokens } from "@reeve/operations/people/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { isAtLeast } from "../src/kernel/principal.ts";
import { TOKEN_SCOPES, type TokenScope } from "../src/kernel/token-scope.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { prepareHome, resolveHome } from "../src/platform/home.ts";
import { openTestSqlite } from "../src/store/sqlite/testing/open-test-sqlite.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { textsIn } from "./kit/approval-story.ts";
import { type App, openApp } from "./kit/open-app.ts";
import { startAgent } from "./kit/start-agent.ts";
import { openSocket } from "./kit/http/open-socket.ts";
import { newId } from "../src/kernel/ids.ts";

/**
 * Each operation and each command × each scope and role × each way in. What is added without saying what it
 * needs does not compile; what is added is asked here without a change. Routes of HTTP are asked in
 * `http-access.test.ts`, commands of tokens in `command-scopes.test.ts`.
 */
const PEOPLE = { owner: "ann", admin: "art", member: "bob", guest: "gus" } as const;
const OTHERS = ["admin", "member", "guest"] as const;

const operations: readonly Operation[] = nouns.flatMap((noun) => Object.values(noun.operations));

/** Invalid for every operation: callers who may ask get `invalid`, and nothing runs. */
const NO_INPUT = 42;

let folder: string;
let app: App;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-matrix-"));
  const home = resolveHome({ REEVE_HOME: path.join(folder, "home") }, folder);
  await prepareHome(home);
  const store = await openTestSqlite(home.database, { synchronous: "normal" });
  await store.commit("configure-owner", async (tx) => {
    for (const role of OTHERS)
      await tx.people.add(
        { id: toId(PEOPLE[role]), tenant: "home", role, name: PEOPLE[role] },
        { tenant: "home", channel: "http", externalId: PEOPLE[role] },
      );
  });
  await store[Symbol.asyncDispose]();
  app = await openApp({ folder });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test("at the machine every operation is there, and the owner may ask for it", async () => {
  expect(operations.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const operation of operations) {
    const code = await codeOf(app.client.ask(operation, NO_INPUT));
    if (code !== "invalid") wrong.push(`${operation.name}: ${code}`);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ...TOKEN_SCOPES.map((scope) => ({ role: "owner" as const, scope })),
  ...OTHERS.map((role) => ({ role, scope: "admin" as const })),
])(
  "over the socket a token of the $role with the scope $scope asks what it may, and nothing else",
  async ({ role, scope }) => {
    await using socket = await openAsking(await tokenOf(role, scope));
    const found: string[] = [];
    const expected: string[] = [];
    for (const operation of operations) {
      const { name, http } = operation;
      const isAllowed = http !== undefined && mayAsk(operation, { role, scopes: [scope] });
      expected.push(`${name}: ${isAllowed ? "invalid" : "denied"}`);
      found.push(`${name}: ${await socket.ask(name)}`);
    }
    expect(found).toEqual(expected);
  },
);

test.each(OTHERS)(
  "a command in a chat that needs more than the role %s is refused",
  async (role) => {
    const messenger = scriptedChannel();
    await using agent = await startAgent({
      model: scriptedModel(() => ({ text: "Hello." })),
      channels: [messenger],
      roles: { [PEOPLE[role]]: role },
    });
    const found: string[] = [];
    const expected: string[] = [];
    for (const { name, access } of agent.core.commands) {
      if (access === "anyone" || isAtLeast(role, access)) continue;
      expected.push(`/${name}: ${access}`);
      await messenger.say(`/${name}`, { sender: PEOPLE[role] });
      await messenger.received(expected.length);
      const said = textsIn(messenger).at(-1) ?? "";
      const needed = Object.entries(REFUSALS).find(([, words]) => said === `${words} /${name}.`);
      found.push(`/${name}: ${needed?.[0] ?? said}`);
    }
    expect(found).toEqual(expected);
    expect(expected.length > 0).toBe(role !== "admin" || agent.core.commands.some(isOwners));
  },
);

const isOwners = ({ access }: { readonly access: string }) => access === "owner";

const REFUSALS = {
  owner: "Only the owner can use",
  admin: "Only the owner and admins can use",
  member: "You need to be a member to use",
};

async function tokenOf(role: keyof typeof PEOPLE, scope: TokenScope): Promise<string> {
  const person = role === "owner" ? undefined : PEOPLE[role];
  const { token } = await app.client.ask(tokens.create, { name: "x", person, scopes: [scope] });
  return token;
}

async function codeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => "answered",
    (error: unknown) => String(error instanceof Error ? Reflect.get(error, "code") : error),
  );
}

/** Opens a socket that asks operations. */
async function openAsking(token: string) {
  const client = await openSocket(app.url, { "x-api-token": token });
  await client.ask({ type: "hello", id: "hello", version: 2, chat: "main" });
  return {
    async ask(operation: string) {
      const frame = { type: "ask", chat: "main", operation, input: NO_INPUT };
      const { type, code } = await client.ask({ ...frame, id: `${operation} ${newId()}` });
      return String(type === "fault" ? code : type);
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
