import { expect, test } from "vitest";
import { resourceRoutes } from "../src/channels/http/routes.ts";
import { EXTENSION_ROWS, type Row } from "./kit/http/extension-rows.ts";
import { type OpenApi, openApi } from "./kit/http/open-api.ts";
import { type Seeded, seedApi } from "./kit/http/seed-api.ts";

/** A whole agent with its index, on two cores that run other things as well. */
const PATIENCE_MS = 120_000;

function rowsOf({ session, message, turn }: Seeded): readonly Row[] {
  return [
    ["GET /v1/sessions", 200],
    [`GET /v1/sessions/${session}`, 200],
    ["GET /v1/sessions/nobody", 404],
    ["GET /v1/sessions/main/messages", 200],
    ["GET /v1/sessions/empty/messages", 200],
    [`GET /v1/messages/${message}`, 200],
    ["GET /v1/messages/nothing", 404],
    [`GET /v1/turns/${turn}`, 200],
    ["GET /v1/turns/none", 404],
    [`POST /v1/turns/${turn}/stop`, 200],
    ["POST /v1/turns/none/stop", 404],
    ["POST /v1/sessions/main/new", 200],
    ["POST /v1/sessions/empty/new", 200],

    ["POST /v1/sessions/own/stop", 200],
    ["GET /v1/agents", 200],
    ["PUT /v1/sessions/main/agent", 200, { name: "main" }],
    ["PUT /v1/sessions/main/agent", 404, { name: "nobody" }],
    ["GET /v1/sessions/main/settings", 200],
    ["PATCH /v1/sessions/main/settings", 200, { mode: "queue", maxSteps: 3 }],
    ["PATCH /v1/sessions/empty/settings", 404, { mode: "queue" }],
    ["GET /v1/sessions/main/archive", 200],
    ["PUT /v1/sessions/main/archive", 200, { archive: "on" }],
    ["GET /v1/sessions/empty/archive", 404],
    ["GET /v1/sessions/main/commands", 200],
    ["GET /v1/sessions/main/rules", 200],
    ["DELETE /v1/sessions/main/rules/none", 404],
    ["DELETE /v1/sessions/main/rules/r1", 204],
    [
      "POST /v1/sessions/main/messages",
      200,
      { at: 1, messages: [{ id: "i1", turn: "t0", direction: "in", text: "long ago" }] },
    ],
    ["GET /v1/outbox", 200],
    ["GET /v1/outbox?kind=none", 400],
    ["POST /v1/outbox/retry", 200, {}],
    ["POST /v1/outbox/reply:none/retry", 404],
    ["DELETE /v1/outbox/reply:none", 404],
    ["GET /v1/pauses", 200],
    ["POST /v1/pauses", 200, { conversation: "main" }],
    ["POST /v1/pauses", 404, { conversation: "empty" }],
    ["GET /v1/pauses", 200],
    ["POST /v1/pauses/end", 200, { conversation: "main" }],
    ["POST /v1/pauses/end", 200, {}],

    ["GET /v1/approvals", 200],
    ["GET /v1/approvals/q1", 200],
    ["GET /v1/approvals/none", 404],
    ["POST /v1/approvals/q1/decision", 400, { verdict: "perhaps" }],
    ["POST /v1/approvals/q1/decision", 400, { verdict: "respond" }],
    ["POST /v1/approvals/none/decision", 404, { verdict: "deny" }],
    ["POST /v1/approvals/q1/decision", 200, { verdict: "deny", reason: "not now" }],
    ["GET /v1/approval-feedback", 200],
    ["GET /v1/chats", 200],
    ["GET /v1/chats?cursor=x", 404],
    ["GET /v1/grants", 200],
    ["DELETE /v1/grants/g1", 204],
    ["DELETE /v1/grants/g1", 404],

    ["GET /v1/plans", 200],
    ["GET /v1/plans/p1", 200],
    ["GET /v1/plans/none", 404],
    ["POST /v1/plans/p1/answer", 200, { answer: "abort" }],
    ["POST /v1/plans/p1/answer", 409, { answer: "retry" }],
    ["POST /v1/plans/p2/cancel", 200],

    ["GET /v1/tools", 200],
    ["GET /v1/tools/note_create", 200],
    ["GET /v1/tools/none", 404],
    ["GET /v1/tool-search?query=take%20a%20note", 200],
    ["GET /v1/tool-search", 400],
    ["POST /v1/tools/note_create/calls", 400, { params: {} }],
    ["POST /v1/tools/none/calls", 404, {}],
    ["POST /v1/tools/note_create/calls", 200, { params: { text: "Milk" } }],
    ["PUT /v1/tools/note_create/override", 200, { approval: "always" }],
    ["GET /v1/tools/note_create", 200],
    ["PUT /v1/tools/note_create/override", 200, { enabled: true, approval: "default" }],
    ["PUT /v1/tools/none/override", 404, { enabled: false }],
    ...EXTENSION_ROWS,
    ["GET /v1/tool-categories", 200],
    ["PUT /v1/tool-categories/utility/override", 200, { scope: "dm-only" }],

    ["GET /v1/memory/search?query=tea&limit=3", 200],
    ["GET /v1/memory/search", 400],
    ["GET /v1/memory/status", 200],
    ["GET /v1/facts?search=tea", 200],
    ["GET /v1/facts?person=nobody", 404],
    ["GET /v1/facts/f1", 200],
    ["GET /v1/facts/none", 404],
    ["POST /v1/facts/f1/confirm", 200, { text: "Ann likes black tea" }],
    ["GET /v1/profile", 200],
    ["PUT /v1/profile", 200, { text: "Ann drinks tea." }],
    ["GET /v1/memory/changes", 200],
    ["POST /v1/memory/undo", 200, {}],
    ["POST /v1/memory/undo", 404, { change: "none" }],
    ["GET /v1/memory/unconfirmed", 200],
    ["POST /v1/memory/unconfirmed/0123456789abcdef/confirm", 200],
    ["POST /v1/memory/unconfirmed/none/confirm", 404],
    ["POST /v1/memory/forget", 200, { id: "f1" }],
    ["POST /v1/memory/forget", 400, {}],
    ["POST /v1/memory/forget", 404, { query: "nothing like this" }],
    ["GET /v1/memory/export", 200],
    ["POST /v1/memory/forget-me", 200, {}],
    ["POST /v1/memory/forget-me", 403, { code: "0" }],

    ["PUT /v1/files/content", 200, { path: "downloads/a.txt", content: "hello" }],
    ["PUT /v1/files/content", 400, { path: "a.bin", content: "&", encoding: "base64" }],
    ["PUT /v1/files/content", 200, { path: "SOUL.md", content: "brief" }],
    ["PUT /v1/files/content", 403, { path: "../outside.txt", content: "evil" }],
    ["GET /v1/files?recursive=true", 200],
    ["GET /v1/files?path=none", 404],
    ["GET /v1/files/content?path=downloads/a.txt", 200],
    ["GET /v1/files/content?path=downloads/a.txt&encoding=base64", 200],
    ["GET /v1/files/content?path=downloads/a.txt&maxBytes=3", 429],
    ["DELETE /v1/files/content?path=downloads/a.txt", 204],
    ["DELETE /v1/files/content?path=downloads/a.txt", 404],

    ["GET /v1/schedules?all=true&state=all", 200],
    [
      "POST /v1/schedules",
      201,
      { id: "j1", text: "look", cron: "0 9 * * *", conversation: "main" },
    ],
    ["POST /v1/schedules", 400, { text: "look", cron: "never", conversation: "main" }],
    ["POST /v1/schedules", 404, { text: "look", every: "1 hour", conversation: "empty" }],
    ["GET /v1/schedules/j1", 200],
    ["GET /v1/schedules/none", 404],
    ["PUT /v1/schedules/j1/parents", 200, { on: [] }],
    ["PUT /v1/schedules/j1/parents", 404, { on: ["none"] }],
    ["POST /v1/schedules/j1/run", 200],
    ["DELETE /v1/schedules/j1", 200],
    ["DELETE /v1/schedules/none", 404],

    ["GET /v1/usage?by=model", 200],
    ["GET /v1/usage?from=2026-02-01&to=2026-01-01", 400],
    ["GET /v1/usage/export", 200],
    ["GET /v1/prices", 200],

    ["GET /v1/limits", 200],
    ["PUT /v1/limits/money.person.day", 200, { value: "5.00" }],
    ["PUT /v1/limits/money.person.day", 400, { value: "much" }],
    ["DELETE /v1/limits/money.person.day", 204],

    ["GET /v1/config?limit=200", 200],
    ["PUT /v1/config/agent.maxSteps", 200, { value: 7 }],
    ["PUT /v1/config/agent.maxSteps", 400, { value: "many" }],
    ["GET /v1/config/agent.maxSteps", 200],
    ["GET /v1/config/agent.nothing", 404],
    ["DELETE /v1/config/agent.maxSteps", 200],

    ["GET /v1/setup", 200],
    ["POST /v1/setup/models", 200, { provider: "anthropic" }],
    ["POST /v1/setup/models", 404, { provider: "nobody" }],
    ["POST /v1/setup/try", 200, { provider: "offline", model: "rules" }],
    ["POST /v1/setup/try", 403, { provider: "openai", model: "gpt-5" }],
    ["POST /v1/setup", 200, { provider: "offline", model: "rules", ownerName: "Ann" }],
    ["POST /v1/setup", 400, { provider: "offline", model: "rules", timeZone: "Nowhere" }],

    ["GET /v1/catalogue?provider=anthropic", 200],
    ["GET /v1/model?conversation=main", 200],
    ["PUT /v1/model?conversation=main", 200, { name: "offline/rules" }],
    ["PUT /v1/model?conversation=main", 404, { name: "nobody/nothing" }],
    ["GET /v1/clock", 200],
    ["POST /v1/clock/confirm", 200, {}],
    ["GET /v1/log", 200],

    ["GET /v1/commands", 200],
    ["POST /v1/backups", 201],
    ["POST /v1/hooks", 201, { name: "ci", role: "member" }],
    ["POST /v1/hooks", 409, { name: "ci" }],
    ["POST /v1/hooks", 400, { name: "whatsapp" }],
    ["GET /v1/hooks", 200],
    ["PATCH /v1/hooks/ci", 200, { enabled: false }],
    ["PATCH /v1/hooks/none", 404, { enabled: false }],
    ["DELETE /v1/hooks/ci", 204],
    ["POST /v1/journal", 201, { action: "buy", reasoning: "a dip" }],
    ["POST /v1/journal", 400, { action: "buy" }],
    ["GET /v1/journal?type=trade", 200],
    ["GET /v1/journal/summary", 200],
    ["PATCH /v1/journal/1", 200, { outcome: "profit", pnlTon: "1.5" }],
    ["PATCH /v1/journal/9", 404, { outcome: "profit" }],
    ["POST /v1/agent/start", 200],
    ["GET /v1/agent", 200],
    ["POST /v1/agent/restart", 200],
    ["POST /v1/agent/stop", 200],
    ["GET /v1/audit", 200],
    ["GET /v1/audit?person=nobody", 404],
    ["GET /v1/audit/verification", 200],

    ["GET /v1/events", 200],
    ["GET /v1/webhooks", 200],
    ["POST /v1/webhooks", 400, { url: "ftp://server.example/" }],
    ["POST /v1/webhooks", 403, { url: "http://127.0.0.1:9/" }],
    ["PATCH /v1/webhooks/w1", 200, { description: "a test", rotate: true }],
    ["PATCH /v1/webhooks/w1", 400, { events: ["webhook.test"] }],
    ["POST /v1/webhooks/w1/test", 200],
    ["POST /v1/webhooks/w1/replay", 200],
    ["POST /v1/webhooks/none/replay", 404],
    ["GET /v1/deliveries", 200],
    ["POST /v1/deliveries/none/replay", 404],
    ["DELETE /v1/webhooks/w1", 204],
    ["DELETE /v1/webhooks/w1", 404],

    ["GET /v1/tokens", 200],
    ["POST /v1/tokens", 201, { name: "phone", scopes: ["read"], days: 2 }],
    ["POST /v1/tokens", 400, { name: " " }],
    ["POST /v1/tokens", 404, { name: "phone", person: "nobody" }],
    ["DELETE /v1/tokens/none", 404],
    ["POST /v1/links", 201],
    ["DELETE /v1/browsers", 200],
    ["GET /v1/people", 200],
    ["GET /v1/people/owner", 200],
    ["GET /v1/people/nobody", 404],
    ["PUT /v1/people/owner/role", 403, { role: "guest" }],
    ["PUT /v1/people/member/role", 200, { role: "guest" }],
    ["POST /v1/link-codes", 201],
    ["POST /v1/link-codes/use", 403, { code: "none" }],
    ["GET /v1/pairings", 200],
    ["POST /v1/pairings/none/answer", 404, { answer: "guest" }],
    ["DELETE /v1/people/links/none", 404],
    ["GET /v1/preferences", 200],
    ["PATCH /v1/preferences", 200, { timeZone: "Lisbon", quiet: "22:00-07:00", language: "de" }],
    ["PATCH /v1/preferences", 400, { timeZone: "Nowhere" }],
    ["PATCH /v1/preferences?conversation=main", 200, { externalId: "here", briefing: "07:30" }],
  ];
}

/** Things are made, changed, finished and removed, each by its own id. */
async function keepThings({ ask }: OpenApi): Promise<Readonly<Record<string, string>>> {
  const statuses = new Map<string, string[]>();
  const go = async (request: string, body?: unknown): Promise<string> => {
    const answer = await ask(request, body === undefined ? {} : { body });
    const [, kind = ""] = /\/v1\/([\w-]+)/.exec(request) ?? [];
    statuses.set(kind, [...(statuses.get(kind) ?? []), String(answer.status)]);
    const { id } = { id: "", ...Object(answer.body) };
    return String(id);
  };
  const note = await go("POST /v1/notes", { text: "milk", tags: ["shop"] });
  await go(`PATCH /v1/notes/${note}`, { title: "Shopping" });
  await go("GET /v1/notes?tag=shop");
  await go("GET /v1/notes?query=milk");
  await go(`DELETE /v1/notes/${note}`);
  await go(`DELETE /v1/notes/${note}`);

  const task = await go("POST /v1/tasks", { title: "Call", due: "tomorrow at 9", project: "home" });
  await go("POST /v1/tasks", { title: "Call", due: "never ever" });
  await go(`PATCH /v1/tasks/${task}`, { status: "done" });
  await go("GET /v1/tasks?status=done");
  await go(`DELETE /v1/tasks/${task}`);
  await go(`PATCH /v1/tasks/${task}`, { status: "todo" });

  const saved = await go("POST /v1/read-later", { text: "a long story" });
  await go("POST /v1/read-later", { tags: [] });
  await go("GET /v1/read-later");
  await go(`POST /v1/read-later/${saved}/done`);
  await go("POST /v1/read-later/none/done");

  const draft = { text: "stand up", at: "in 2 hours", conversation: "main" };
  const reminder = await go("POST /v1/reminders", draft);
  await go("POST /v1/reminders", { ...draft, conversation: "empty" });
  await go("POST /v1/reminders", { text: "never", conversation: "main" });
  await go(`PATCH /v1/reminders/${reminder}`, { until: "tomorrow at 9" });
  await go("GET /v1/reminders");
  await go(`DELETE /v1/reminders/${reminder}`);
  await go("DELETE /v1/reminders/none");
  return Object.fromEntries([...statuses].map(([kind, all]) => [kind, all.join(" ")]));
}

test(
  "each resource is told as it is declared, and what is wrong is a fault of its kind",
  { timeout: PATIENCE_MS },
  async () => {
    await using api = await openApi();
    const seeded = await seedApi(api);
    await api.token("member");
    await api.ask("PUT /v1/files/content", {
      body: {
        path: "memory/2026-01-01.md",
        content: "- heard\n<!-- id:0123456789abcdef by:stranger -->\n",
      },
    });
    const rows = rowsOf(seeded);
    const answered: Row[] = [];
    for (const [request, , body] of rows) {
      const { status } = await api.ask(request, body === undefined ? {} : { body });
      answered.push(body === undefined ? [request, status] : [request, status, body]);
    }
    expect(answered).toEqual(rows);
    expect(await keepThings(api)).toEqual({
      notes: "201 200 200 200 204 404",
      tasks: "201 400 200 200 204 404",
      "read-later": "201 400 200 200 404",
      reminders: "201 404 400 200 200 204 404",
    });
    const declared = resourceRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(declared.filter((route) => !api.asked.has(route))).toEqual([]);
    expect(api.bugs).toEqual([]);
  },
);

test(
  "lists are told page by page, without a gap and nothing twice",
  { timeout: PATIENCE_MS },
  async () => {
    await using api = await openApi();
    const { ask } = api;
    for (const text of ["hello", "calculate 2^10", "calculate 2^11", "calculate 2^12"])
      await ask("POST /v1/sessions/main/turns", { body: { text } });
    for (const name of ["one", "two", "three"])
      await ask(`POST /v1/sessions/${name}/turns`, { body: { text: "hello" } });
    for (const text of ["a", "b", "c"]) await ask("POST /v1/notes", { body: { text } });
    for (const part of ["one", "two", "three"]) api.log.info(`part ${part} is down`);

    const lists = [
      ["/v1/sessions/main/messages?", "order"],
      ["/v1/sessions?", "id"],
      ["/v1/audit?", "n"],
      ["/v1/notes?", "id"],
      ["/v1/log?", "sentence"],
      ["/v1/config?", "path"],
    ] as const;
    for (const [list, field] of lists) {
      const whole = await readPages(api, `${list}limit=200`, field);
      expect([list, whole.length > 2]).toEqual([list, true]);
      expect([list, await readPages(api, `${list}limit=2`, field)]).toEqual([list, whole]);
    }
    expect((await ask("GET /v1/sessions?cursor=bm90aGluZw")).status).toBe(404);
    expect((await ask("GET /v1/notes?limit=0")).status).toBe(400);
  },
);

test(
  "a member keeps their own things, and nothing of others",
  { timeout: PATIENCE_MS },
  async () => {
    await using api = await openApi();
    const { session, turn } = await seedApi(api);
    const token = await api.token("member");
    const statusOf = async (request: string, body?: unknown) =>
      (await api.ask(request, body === undefined ? { token } : { token, body })).status;

    await api.ask("POST /v1/notes", { body: { text: "of the owner" } });
    expect(await statusOf("POST /v1/notes", { text: "of the member" })).toBe(201);
    const { body } = await api.ask("GET /v1/notes", { token });
    expect(body).toMatchObject({ items: [{ text: "of the member" }], next: null });

    const refused = [
      "GET /v1/sessions",
      `GET /v1/sessions/${session}/messages`,
      "GET /v1/approvals",
      "GET /v1/approvals/q1",
      "GET /v1/files",
      "GET /v1/config",
      "GET /v1/log",
      "GET /v1/audit",
      "GET /v1/people",
      "GET /v1/limits",
      "GET /v1/memory/search?query=tea",
      "GET /v1/profile?person=owner",
    ];
    for (const request of refused)
      expect([request, await statusOf(request)]).toEqual([request, 403]);
    for (const request of [`GET /v1/sessions/${session}`, `GET /v1/turns/${turn}`])
      expect([request, await statusOf(request)]).toEqual([request, 404]);
    expect(await statusOf("PUT /v1/config/agent.maxSteps", { value: 7 })).toBe(403);
  },
);

test("a repeated request under one key makes one thing", { timeout: PATIENCE_MS }, async () => {
  await using api = await openApi();
  const made = { body: { text: "once" }, key: "k1" };
  const first = await api.ask("POST /v1/notes", made);
  expect(await api.ask("POST /v1/notes", made)).toEqual(first);
  const { body } = await api.ask("GET /v1/notes");
  expect(body).toEqual({ items: [first.body], next: null });
});

async function readPages({ ask }: OpenApi, list: string, field: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await ask(`GET ${list}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    const page: { items: Record<string, unknown>[]; next: string | null } = Object(body);
    found.push(...page.items.map((item) => item[field]));
    cursor = page.next;
  }
  return found;
}
