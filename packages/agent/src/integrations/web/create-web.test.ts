import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { FaultCode } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createWeb } from "./create-web.ts";
import type { FetchRules } from "./fetch-page.ts";
import { serve } from "./testing/serve.ts";

const signal = new AbortController().signal;
const LOOPBACK = "127.0.0.1";

/** The web with this machine's loopback in it, where every name ending in `.test` lives. */
function testWeb(rules: Partial<FetchRules> = {}) {
  return createWeb({
    blockedPorts: [],
    isAllowed: (address) => address === LOOPBACK,
    resolve: async () => [{ address: LOOPBACK, family: 4 }],
    ...rules,
  });
}

function answer(body: string | Buffer, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain", ...headers });
    response.end(body);
  };
}

/** Sends readers of the paths on, and everyone else is there. */
function redirects(locations: Readonly<Record<string, string>>): RequestListener {
  return ({ url = "" }, response) => {
    const location = locations[url];
    if (location === undefined) response.writeHead(200, { "content-type": "text/plain" });
    else response.writeHead(302, { location });
    response.end(location === undefined ? `arrived at ${url}` : "elsewhere");
  };
}

test("a page is read, without what stands behind the #", async () => {
  await using server = await serve(answer("hello", { "content-type": "text/plain;charset=utf-8" }));
  const page = await testWeb().fetch(`${server.url}/a?b=c#d`, { signal });
  expect(page).toEqual({
    url: `${server.url}/a?b=c`,
    title: undefined,
    contentType: "text/plain",
    text: "hello",
  });
  expect(server.requests.map(({ url, method }) => `${method} ${url}`)).toEqual(["GET /a?b=c"]);
});

test("a name is looked up once, and the address that was checked is reached under that name", async () => {
  await using server = await serve(answer("hello"));
  const asked: string[] = [];
  const answers = [LOOPBACK, "10.0.0.1"];
  const web = testWeb({
    resolve: async (host) => {
      asked.push(host);
      return [{ address: answers.shift() ?? "", family: 4 }];
    },
  });

  const page = await web.fetch(`http://rebinding.test:${server.port}/`, { signal });

  expect(page.text).toBe("hello");
  expect(asked).toEqual(["rebinding.test"]);
  expect(server.requests[0]?.headers.host).toBe(`rebinding.test:${server.port}`);
});

test("a name that leads inside and outside is refused", async () => {
  await using server = await serve(answer("hello"));
  const web = testWeb({
    resolve: async () => [
      { address: LOOPBACK, family: 4 },
      { address: "10.0.0.1", family: 4 },
    ],
  });
  await expect(web.fetch(`http://both.test:${server.port}/`, { signal })).rejects.toMatchObject({
    code: "denied",
    message: "both.test resolves to 10.0.0.1, which is not a public address.",
  });
  expect(server.requests).toEqual([]);
});

test("a name without any address is refused", async () => {
  const web = testWeb({ resolve: async () => [] });
  await expect(web.fetch("http://none.test/", { signal })).rejects.toMatchObject({
    code: "denied",
    message: "none.test has no IP address.",
  });
});

test.each([
  ["127.0.0.1"],
  ["127.1"],
  ["0"],
  ["2130706433"],
  ["0x7f000001"],
  ["0x7f.1"],
  ["0177.0.0.1"],
  ["[::1]"],
  ["[::]"],
  ["[::ffff:127.0.0.1]"],
  ["[::ffff:7f00:1]"],
  ["[64:ff9b::7f00:1]"],
  ["localhost"],
  ["LOCALHOST"],
  ["127.0.0.1."],
])("the loopback is refused as %s, unless a test allows it", async (host) => {
  await using server = await serve(answer("secret"));
  const page = createWeb({ blockedPorts: [] }).fetch(`http://${host}:${server.port}/`, { signal });
  await expect(page).rejects.toMatchObject({ name: "Fault" });
  expect(server.requests).toEqual([]);
});

test.each([["169.254.169.254"], ["10.0.0.1"], ["[fd00:ec2::254]"], ["0xa9fea9fe"]])(
  "an address inside is denied: %s",
  async (host) => {
    const page = createWeb({ blockedPorts: [] }).fetch(`http://${host}/`, { signal });
    await expect(page).rejects.toMatchObject({
      code: "denied",
      hint: "Only pages on the public internet can be read.",
    });
  },
);

test.each([
  ["ftp://example.com/", "invalid"],
  ["file:///etc/passwd", "invalid"],
  ["javascript:alert(1)", "invalid"],
  ["data:text/plain,x", "invalid"],
  ["example.com", "invalid"],
  ["http://", "invalid"],
  ["http://ann:secret@example.com/", "invalid"],
  ["http://ann@example.com/", "invalid"],
  ["http://example.com:0/", "denied"],
  ["http://example.com:22/", "denied"],
  ["http://example.com:1023/", "denied"],
  ["http://example.com:8765/", "denied"],
])("%s is %s before anything is looked up", async (url, code) => {
  const asked: string[] = [];
  const web = testWeb({
    blockedPorts: [8765],
    resolve: async (host) => {
      asked.push(host);
      return [];
    },
  });
  await expect(web.fetch(url, { signal })).rejects.toMatchObject({ code });
  expect(asked).toEqual([]);
});

test.each([["http://a.test:443/"], ["https://a.test:80/"], ["http://a.test:1024/"]])(
  "the port of %s is one to look at",
  async (url) => {
    const asked: string[] = [];
    const web = testWeb({
      resolve: async (host) => {
        asked.push(host);
        return [];
      },
    });
    await expect(web.fetch(url, { signal })).rejects.toMatchObject({ code: "denied" });
    expect(asked).toEqual(["a.test"]);
  },
);

test("a page may lead on five times, also by relative addresses and to other hosts", async () => {
  await using other = await serve(redirects({ "/4": "?5" }));
  await using server = await serve(
    redirects({
      "/a/0": "/a/1",
      "/a/1": "2",
      "/a/2": "../3",
      "/3": `http://other.test:${other.port}/4`,
    }),
  );
  const page = await testWeb().fetch(`${server.url}/a/0`, { signal });
  expect(page).toMatchObject({
    url: `http://other.test:${other.port}/4?5`,
    text: "arrived at /4?5",
  });
});

test("a page that leads on a sixth time is given up", async () => {
  await using server = await serve(redirects({ "/": "/" }));
  await expect(testWeb().fetch(server.url, { signal })).rejects.toMatchObject({
    code: "unavailable",
    message: `${server.url} redirects more than 5 times.`,
  });
  expect(server.requests).toHaveLength(6);
});

const resolveInside: FetchRules["resolve"] = async (host) => [
  { address: host === "inside.test" ? "10.0.0.1" : LOOPBACK, family: 4 },
];

test.each([
  ["the loopback", "http://[::1]:PORT/", "denied"],
  ["metadata", "http://169.254.169.254/latest/meta-data/", "denied"],
  ["metadata as a number", "http://2852039166/", "denied"],
  ["a name that leads inside", "http://inside.test:PORT/", "denied"],
  ["a port that is closed to it", "http://outside.test:22/", "denied"],
  ["another protocol", "file:///etc/passwd", "invalid"],
  ["a user name", "http://ann@outside.test:PORT/", "invalid"],
  ["no address", "http://[", "invalid"],
])("a redirect to %s ends there", async (_where, location, code) => {
  const server = await serve((request, response) =>
    redirects({ "/": location.replace("PORT", String(server.port)) })(request, response),
  );
  await using _ = server;
  const page = testWeb({ resolve: resolveInside }).fetch(`http://outside.test:${server.port}/`, {
    signal,
  });
  await expect(page).rejects.toMatchObject({ code });
  expect(server.requests).toHaveLength(1);
});

const LARGE = Buffer.alloc(5 * 1024 * 1024 + 1, "a");

test.each([
  ["gzip", gzipSync("grüße")],
  ["deflate", deflateSync("grüße")],
  ["br", brotliCompressSync("grüße")],
  ["identity", Buffer.from("grüße")],
])("a page packed as %s is unpacked", async (coding, body) => {
  await using server = await serve(answer(body, { "content-encoding": coding }));
  expect((await testWeb().fetch(server.url, { signal })).text).toBe("grüße");
});

test.each([
  ["by its own word", LARGE, { "content-length": String(LARGE.length) }],
  ["as it arrives", LARGE, { "transfer-encoding": "chunked" }],
  ["once it is unpacked", gzipSync(LARGE), { "content-encoding": "gzip" }],
])("a page that is too large %s is refused", async (_how, body, headers) => {
  await using server = await serve(answer(body, headers));
  await expect(testWeb().fetch(server.url, { signal })).rejects.toMatchObject({
    code: "exhausted",
    message: "The page is larger than 5 MB.",
  });
});

test("a page of exactly the largest size is read", async () => {
  await using server = await serve(answer(LARGE.subarray(1)));
  expect((await testWeb().fetch(server.url, { signal })).text).toHaveLength(5 * 1024 * 1024);
});

test.each([
  ["a packing nobody knows", "x", { "content-encoding": "zzz" }, "invalid"],
  ["broken packing", "x", { "content-encoding": "gzip" }, "unavailable"],
  ["a picture", "x", { "content-type": "image/png" }, "invalid"],
  ["a page of an unknown type", "x", { "content-type": "" }, "invalid"],
])("%s is a fault", async (_what, body, headers, code) => {
  await using server = await serve(answer(body, headers));
  await expect(testWeb().fetch(server.url, { signal })).rejects.toMatchObject({ code });
});

test("a PDF is for another tool", async () => {
  await using server = await serve(answer("%PDF-1.7", { "content-type": "application/pdf" }));
  await expect(testWeb().fetch(server.url, { signal })).rejects.toMatchObject({
    code: "invalid",
    message: `${server.url}/ is application/pdf, not text.`,
    hint: "Use document_read for PDF files.",
  });
});

test.each([
  ["application/json", '{"a":1}'],
  ["application/ld+json; charset=utf-8", "{}"],
  ["application/atom+xml", "<feed/>"],
  ["TEXT/CSV", "a,b"],
])("%s is text as it is", async (type, body) => {
  await using server = await serve(answer(body, { "content-type": type }));
  expect(await testWeb().fetch(server.url, { signal })).toEqual({
    url: `${server.url}/`,
    title: undefined,
    contentType: type.toLowerCase().split(";")[0],
    text: body,
  });
});

test.each([
  ["its header", "text/plain; charset=ISO-8859-1", "gr\u00fc\u00dfe"],
  ["the page", "text/html", '<meta charset="windows-1252"><title>t</title><p>gr\u00fc\u00dfe'],
  ["an unknown header that is not believed", "text/plain; charset=klingon", "gruesse"],
])("text is decoded by %s", async (_where, type, body) => {
  await using server = await serve(answer(Buffer.from(body, "latin1"), { "content-type": type }));
  const { text } = await testWeb().fetch(server.url, { signal });
  expect(text).toBe(body.replace(/^.*<p>/, ""));
});

test.each<[number, FaultCode]>([
  [304, "invalid"],
  [400, "invalid"],
  [401, "denied"],
  [403, "denied"],
  [404, "missing"],
  [410, "missing"],
  [429, "exhausted"],
  [500, "unavailable"],
  [503, "unavailable"],
])("status %i is %s", async (status, code) => {
  await using server = await serve((_request, response) => {
    response.writeHead(status, { "content-type": "text/plain" }).end();
  });
  await expect(testWeb().fetch(server.url, { signal })).rejects.toMatchObject({
    code,
    message: `${server.url}/ returned status ${status}.`,
  });
});

test("a connection that breaks off is the other side's fault", async () => {
  await using early = await serve((request) => request.socket.destroy());
  await using late = await serve((request, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "10" });
    response.write("half", () => request.socket.destroy());
  });
  for (const { url } of [early, late])
    await expect(testWeb().fetch(url, { signal })).rejects.toMatchObject({ code: "unavailable" });
});

test("a page nobody serves is unavailable", async () => {
  const server = await serve(answer("gone"));
  await server[Symbol.asyncDispose]();
  await expect(testWeb().fetch(server.url, { signal })).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

test.each([
  ["before the answer", false],
  ["in the middle of the body", true],
])("the signal ends a page that stalls %s", async (_when, hasBegun) => {
  const stop = new AbortController();
  await using server = await serve((_request, response) => {
    if (hasBegun) response.writeHead(200, { "content-type": "text/plain" }).write("half");
    setImmediate(() => stop.abort());
  });
  await expect(testWeb().fetch(server.url, { signal: stop.signal })).rejects.toMatchObject({
    code: "aborted",
  });
});

test("HTML becomes its title and readable text", async () => {
  const paragraph = "Rain falls on the hills and fills the river, says the report. ".repeat(8);
  const html = `<!doctype html><html><head><title>Rivers &amp; rain</title></head><body>
    <nav><a href="/">Home</a></nav><article><h1>Rivers</h1><p>${paragraph}</p>
    <p>${paragraph}<a href="/maps?x=1">the map</a></p></article>
    <script>alert("no")</script></body></html>`;
  await using server = await serve(answer(html, { "content-type": "text/html; charset=utf-8" }));
  const page = await testWeb().fetch(server.url, { signal });
  expect(page).toEqual({
    url: `${server.url}/`,
    title: "Rivers & rain",
    contentType: "text/html",
    text: expect.stringContaining(`the map (${server.url}/maps?x=1)`),
  });
  expect(page.text).not.toMatch(/Home|alert/);
});
