import { readFile, stat } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type MockServer, startMockServer } from "../src/llm/testing/mock-server.ts";
import { type OpenApi, openApi } from "./kit/http/open-api.ts";

const PATIENCE_MS = 60_000;
const KEY = "sk-secret-1";

let server: MockServer;
let api: OpenApi;
beforeEach(async () => {
  server = await startMockServer({ models: ["qwen3:8b", "llama3"] });
  api = await openApi();
}, PATIENCE_MS);
afterEach(async () => {
  await api[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const groq = () => ({ provider: "groq", model: "llama3", baseUrl: `${server.url}/v1` });

test("a model is listed, tried and written down, and its key is told to nobody", async () => {
  expect((await api.ask("GET /v1/setup")).body).toMatchObject({ isSetUp: false, hasKey: false });
  const local = { provider: "local", baseUrl: `${server.url}/v1` };
  expect(await api.ask("POST /v1/setup/models", { body: local })).toEqual({
    status: 200,
    body: { models: ["qwen3:8b", "llama3"] },
  });

  const chosen = { ...groq(), key: KEY };
  const refusal = { status: 401, message: `wrong key ${KEY}` };
  server.push({ refusal });
  expect(await api.ask("POST /v1/setup/try", { body: chosen })).toEqual({
    status: 200,
    body: {
      works: false,
      message: expect.stringMatching(/^groq rejected the API key \(401\): .*•••/),
      hint: expect.any(String),
    },
  });
  expect(await api.ask("POST /v1/setup/try", { body: chosen })).toEqual({
    status: 200,
    body: { works: true },
  });

  const owner = { ownerName: "Ann Lee", timeZone: "Europe/Berlin" };
  const written = await api.ask("POST /v1/setup", { body: { ...chosen, ...owner } });
  expect(written).toMatchObject({
    status: 200,
    body: { isSetUp: true, hasKey: true, ...groq(), ...owner },
  });
  expect((await api.ask("GET /v1/setup")).body).toEqual(written.body);
  expect(JSON.stringify(written)).not.toContain(KEY);
  expect(await readFile(api.settings, "utf8")).toBe(
    `agent:\n  model: groq/llama3\n  ownerName: Ann Lee\n  timeZone: Europe/Berlin\nmodels:\n  baseUrl: ${server.url}/v1\n  apiKey: ${KEY}\n`,
  );
  expect((await stat(api.settings)).mode & 0o777).toBe(0o600);
});

test("a key that is set goes to its own address only", async () => {
  await api.ask("POST /v1/setup", { body: { ...groq(), key: KEY } });
  expect(await api.ask("POST /v1/setup/try", { body: groq() })).toMatchObject({
    body: { works: true },
  });
  expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([`Bearer ${KEY}`]);

  await using thief = await startMockServer();
  const elsewhere = { ...groq(), baseUrl: `${thief.url}/v1` };
  for (const path of ["try", "models"])
    await api.ask(`POST /v1/setup/${path}`, { body: elsewhere });
  expect((await api.ask("POST /v1/setup", { body: elsewhere })).status).toBe(403);
  expect(thief.requests).toEqual([]);
});

test("only the owner sets the agent up, and what is wrong changes nothing", async () => {
  const token = await api.token("admin");
  expect((await api.ask("GET /v1/setup", { token })).status).toBe(403);
  const body = { ...groq(), key: KEY };
  for (const path of ["", "/try", "/models"])
    expect((await api.ask(`POST /v1/setup${path}`, { token, body })).status).toBe(403);

  const wrong = [
    { ...body, timeZone: "Nowhere" },
    { ...body, baseUrl: "file:///etc/passwd" },
    { ...body, key: "two words" },
  ];
  for (const one of wrong)
    expect((await api.ask("POST /v1/setup", { body: one })).status).toBe(400);
  expect((await api.ask("GET /v1/setup")).body).toMatchObject({ isSetUp: false });
});
