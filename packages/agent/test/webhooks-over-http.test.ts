import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { openHttp } from "./kit/http/open-http.ts";
import { openReceiver } from "./kit/http/webhook-receiver.ts";

const page = z.object({ items: z.array(z.record(z.string(), z.unknown())), next: z.unknown() });
const itemsOf = (body: unknown) => page.parse(body).items;

test("webhooks are kept over HTTP, and what was sent is listed page by page and sent again", async () => {
  await using receiver = await openReceiver();
  await using story = await openHttp({ model: scriptedModel(() => ({ text: "Done." })) });
  const token = await story.token("admin");
  const ask = (method: string, path: string, body?: unknown) =>
    story.ask(method, path, { token, ...(body !== undefined && { body }) });

  const made = await ask("POST", "/v1/webhooks", {
    url: receiver.url,
    events: ["message.received"],
  });
  expect(made.status).toBe(201);
  const { webhook, secret } = z
    .object({ webhook: z.string(), secret: z.string() })
    .parse(made.body);
  expect(secret).toMatch(/^whsec_/);
  expect(itemsOf((await ask("GET", "/v1/webhooks")).body)).toMatchObject([
    { webhook, url: receiver.url, state: "on" },
  ]);
  expect((await ask("POST", "/v1/webhooks", { url: receiver.url })).status).toBe(409);
  expect((await ask("POST", `/v1/webhooks/${webhook}/test`)).body).toMatchObject({
    arrived: true,
    status: 204,
  });

  const hook = await ask("POST", "/v1/hooks", { name: "ci", secret: "a-secret-of-my-own" });
  expect(hook.status).toBe(201);
  for (const body of ["one", "two", "three"])
    expect(
      await story.ask("POST", "/hooks/ci", {
        headers: { authorization: "Bearer a-secret-of-my-own" },
        body,
      }),
    ).toMatchObject({ status: 202, body: { outcome: "queued" } });
  await receiver.until(
    (arrived) => arrived.filter(({ type }) => type === "message.received").length === 3,
  );
  await expect
    .poll(async () => itemsOf((await ask("GET", "/v1/deliveries?state=sent")).body).length)
    .toBe(3);
  const first = page.parse((await ask("GET", "/v1/deliveries?limit=2")).body);
  const rest = page.parse(
    (await ask("GET", `/v1/deliveries?limit=2&cursor=${String(first.next)}`)).body,
  );
  expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null]);
  const delivery = String(rest.items[0]?.["id"]);

  expect((await ask("POST", `/v1/deliveries/${delivery}/replay`)).body).toEqual({ replayed: 1 });
  await receiver.until(
    (arrived) => arrived.filter(({ type }) => type === "message.received").length === 4,
  );
  expect((await ask("PATCH", `/v1/webhooks/${webhook}`, { enabled: false })).body).toMatchObject({
    state: "off",
  });
  expect((await ask("DELETE", `/v1/webhooks/${webhook}`)).status).toBe(204);
  expect(itemsOf((await ask("GET", "/v1/webhooks")).body)).toEqual([]);
  const events = itemsOf((await ask("GET", "/v1/events")).body);
  expect(events.map(({ name }) => name)).toContain("agent.completed");
});

test("a hook is called with its own secret alone, and changed with a token", async () => {
  await using story = await openHttp({ model: scriptedModel(() => ({ text: "Done." })) });
  const token = await story.token("admin");
  const secret = "a-secret-of-my-own";
  await story.ask("POST", "/v1/hooks", { token, body: { name: "ci", secret, perMinute: 2 } });
  const body = '{"a":1}';
  const digest = createHmac("sha256", secret).update(body).digest("hex");
  const headers = { "x-hub-signature-256": `sha256=${digest}`, "x-github-delivery": "d1" };
  const call = (more: object = {}) =>
    story.ask("POST", "/hooks/ci", { headers: { ...headers, ...more }, body });

  expect(await call()).toMatchObject({ status: 202, body: { outcome: "queued" } });
  expect(await call()).toMatchObject({ status: 202, body: { outcome: "repeat" } });
  expect((await call()).status).toBe(429);
  expect((await call({ "x-hub-signature-256": "sha256=00" })).status).toBe(403);
  expect((await story.ask("POST", "/hooks/none", { token, body })).status).toBe(403);
  expect((await story.ask("GET", "/v1/hooks", {})).status).toBe(401);

  expect(await story.ask("PATCH", "/v1/hooks/ci", { token, body: { rotate: true } })).toMatchObject(
    { status: 200, body: { name: "ci", secret: expect.any(String) } },
  );
  expect((await call()).status).toBe(403);
  expect((await story.ask("DELETE", "/v1/hooks/ci", { token })).status).toBe(204);
  expect(itemsOf((await story.ask("GET", "/v1/hooks", { token })).body)).toEqual([]);
});
