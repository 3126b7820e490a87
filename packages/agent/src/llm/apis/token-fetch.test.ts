import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tokenFetch } from "./token-fetch.ts";

const now = Date.UTC(2026, 10, 21);
const clock = { now: () => now };

let folder: string;
let file: string;
let writes = 0;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-token-"));
  file = path.join(folder, "credentials.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(accessToken: string, expiresAt = now + 1000): Promise<void> {
  writes += 1;
  await putUnseen(accessToken, expiresAt);
}

/** Writes the file so that its time does not tell. */
async function putUnseen(accessToken: string, expiresAt = now + 1000): Promise<void> {
  const claudeAiOauth = { accessToken, refreshToken: "not ours", expiresAt };
  await writeFile(file, JSON.stringify({ claudeAiOauth }));
  await utimes(file, 0, writes);
}

/** A server that takes one token, and remembers those it was shown. */
function serverThatTakes(token: string, onRefusal: () => Promise<void> = async () => {}) {
  const shown: (string | null)[] = [];
  const send: typeof fetch = async (_input, init) => {
    const headers = new Headers(init?.headers);
    shown.push(headers.get("authorization"));
    expect(headers.get("x-api-key")).toBeNull();
    if (shown.at(-1) === `Bearer ${token}`) return new Response("ok");
    await onRefusal();
    return new Response("no", { status: 401 });
  };
  return { shown, send };
}

async function statusOf(send: typeof fetch): Promise<number> {
  const init = { headers: { "x-api-key": "none" } };
  return (await send("http://127.0.0.1/", init)).status;
}

test("reads the file again when it has changed, and never writes it", async () => {
  await put("one");
  const { send, shown } = serverThatTakes("two");
  const fetchWithToken = tokenFetch(file, { send, clock });
  expect(await statusOf(fetchWithToken)).toBe(401);
  await put("two");
  const text = await readFile(file, "utf8");
  expect(await statusOf(fetchWithToken)).toBe(200);
  expect(shown).toEqual(["Bearer one", "Bearer two"]);
  expect(await readFile(file, "utf8")).toBe(text);
});

test("a refused token is looked up once more, and sent again only when it was renewed", async () => {
  await put("one");
  const { send, shown } = serverThatTakes("two", () => putUnseen("two"));
  expect(await statusOf(tokenFetch(file, { send, clock }))).toBe(200);
  expect(shown).toEqual(["Bearer one", "Bearer two"]);
});

test("without a file, a token or time left it sends nothing", async () => {
  const { send, shown } = serverThatTakes("one");
  const fetchWithToken = tokenFetch(file, { send, clock });
  await expect(statusOf(fetchWithToken)).rejects.toMatchObject({ code: "denied" });
  await writeFile(file, "{}");
  await expect(statusOf(fetchWithToken)).rejects.toMatchObject({
    message: `${file} contains no access token.`,
  });
  await put("one", now - 1);
  await expect(statusOf(fetchWithToken)).rejects.toMatchObject({
    message: `The token in ${file} has expired.`,
  });
  await expect(statusOf(tokenFetch(undefined, { send, clock }))).rejects.toMatchObject({
    message: "No credentials file found.",
  });
  expect(shown).toEqual([]);
});
