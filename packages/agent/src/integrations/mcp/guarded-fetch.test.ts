import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createHostClient, createLocalHostClient } from "../web/create-host-client.ts";
import { mcpServer } from "../mcp.ts";
import { createGuardedFetch, type SendNamed } from "./guarded-fetch.ts";

const [sendPublic, sendLocal] = [createHostClient(), createLocalHostClient()];
const send: SendNamed = (request, { isLocal, signal }) =>
  (isLocal ? sendLocal : sendPublic)(request, signal);

function fetchOf(url: string, oauth: object = {}) {
  return createGuardedFetch(mcpServer.parse({ url, oauth }), send);
}

/** A server on this machine, and the paths that it was asked for. */
async function serve(listener: RequestListener) {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { origin: `http://127.0.0.1:${address.port}`, paths };
}

test("a server on the network cannot have addresses of this machine or its network asked", async () => {
  const inner = await serve((_request, response) => response.end("secret"));
  const fetch = fetchOf("https://far.example/mcp");
  for (const url of [`${inner.origin}/token`, "http://10.0.0.1/", "http://169.254.169.254/latest"])
    await expect(fetch(url, { method: "POST", body: "a=1" })).rejects.toMatchObject({
      code: "denied",
    });
  expect(inner.paths).toEqual([]);
});

test("a server on this machine may name other servers of it, and none of the network", async () => {
  const login = await serve((request, response) => {
    response.setHeader("content-type", request.headers["content-type"] ?? "");
    request.pipe(response);
  });
  const fetch = fetchOf("http://127.0.0.1:1/mcp");
  const body = new URLSearchParams({ grant_type: "refresh_token" });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(`${login.origin}/token`, { method: "POST", headers, body });
  expect([answer.status, await answer.text()]).toEqual([200, "grant_type=refresh_token"]);
  expect(answer.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
  await expect(fetch("http://192.168.0.1/")).rejects.toMatchObject({ code: "denied" });
});

test("the issuer that the owner chose may be anywhere", async () => {
  const login = await serve((_request, response) => response.end("{}"));
  const fetch = fetchOf("https://far.example/mcp", { issuer: `${login.origin}/realm` });
  expect((await fetch(`${login.origin}/.well-known/a`)).status).toBe(200);
});

test.each(["own", "other"])("an answer about a login is bounded (%s origin)", async (kind) => {
  const flood = await serve((_request, response) => response.end("x".repeat(3_000_000)));
  const fetch = fetchOf(kind === "own" ? `${flood.origin}/mcp` : "http://127.0.0.1:1/mcp");
  const read = fetch(`${flood.origin}/.well-known/a`).then((answer) => answer.text());
  await expect(read).rejects.toMatchObject({ code: "exhausted" });
});

test("redirects are followed inside of the server's origin only", async () => {
  const inner = await serve((_request, response) => response.end("secret"));
  const far = await serve((request, response) => {
    const location = request.url === "/mcp" ? "/mcp/" : `${inner.origin}/`;
    if (request.url === "/mcp/") response.end("moved");
    else response.writeHead(307, { location }).end();
  });
  const fetch = fetchOf(`${far.origin}/mcp`);
  expect(await (await fetch(`${far.origin}/mcp`)).text()).toBe("moved");
  await expect(fetch(`${far.origin}/away`)).rejects.toMatchObject({ code: "denied" });
  expect(inner.paths).toEqual([]);
});
