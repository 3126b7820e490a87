import { isFault } from "@reeve/sdk";
import { expect, test } from "vitest";
import {
  ACCESS_TOKEN,
  PHONE_NUMBER_ID,
  startWhatsAppGraph,
} from "../../../../test/kit/whatsapp/whatsapp-graph.ts";
import { Secret } from "../../../platform/secret.ts";
import { refusalOf } from "../api.ts";
import { createWhatsAppClient } from "./create-client.ts";
import { isMediaHost } from "./create-client.ts";
import { attempt } from "../../../kernel/attempt.ts";

const { signal } = new AbortController();

function clientOf(baseUrl: string, token = ACCESS_TOKEN) {
  return createWhatsAppClient({
    phoneNumberId: PHONE_NUMBER_ID,
    accessToken: new Secret(token),
    apiVersion: "v23.0",
    baseUrl,
  });
}

async function failureOf(work: Promise<unknown>) {
  const done = await attempt(work);
  const error: unknown = done?.status === "rejected" ? done.reason : undefined;
  return isFault(error)
    ? { code: error.code, message: error.message, refusal: refusalOf(error) }
    : error;
}

const hello = { to: "491", content: { type: "text", text: "hello" } } as const;

const refusals: readonly (readonly [number, number, string, string | undefined])[] = [
  [401, 190, "denied", "refused"],
  [400, 131_047, "conflict", "window-closed"],
  [400, 131_026, "missing", "nobody-there"],
  [400, 131_030, "missing", "nobody-there"],
  [400, 130_429, "exhausted", "later"],
  [400, 131_056, "exhausted", "later"],
  [429, 0, "exhausted", "later"],
  [500, 131_000, "unavailable", "later"],
  [503, 0, "unavailable", undefined],
  [400, 100, "invalid", "refused"],
  [404, 132_001, "invalid", "refused"],
  [403, 0, "denied", "refused"],
];

test.each(refusals)("HTTP %s with code %s is %s (%s)", async (status, code, fault, refusal) => {
  await using graph = await startWhatsAppGraph();
  graph.befall({ type: "refuse", status, code });
  expect(await failureOf(clientOf(graph.url).send(hello, signal))).toMatchObject({
    code: fault,
    refusal,
  });
  expect(graph.sent).toEqual([]);
});

test("where the connection breaks nobody knows whether a message left", async () => {
  await using graph = await startWhatsAppGraph();
  graph.befall({ type: "break" }, { type: "lose" });
  const client = clientOf(graph.url);
  const unknown = { code: "unavailable", refusal: undefined };
  expect(await failureOf(client.send(hello, signal))).toMatchObject(unknown);
  expect(await failureOf(client.send(hello, signal))).toMatchObject(unknown);
  expect(graph.sent.map(({ text }) => text)).toEqual(["hello"]);
});

test("a wrong token is told, and not what it is", async () => {
  await using graph = await startWhatsAppGraph();
  const failure = await failureOf(clientOf(graph.url, "EAAG-wrong").send(hello, signal));
  expect(failure).toEqual({
    code: "denied",
    message: "WhatsApp refused a text: Invalid OAuth access token (190)",
    refusal: "refused",
  });
});

test("a token that cannot be sent is not told either", async () => {
  await using graph = await startWhatsAppGraph();
  const failures = await Promise.all(
    ["EAAG-secret\nEAAG-more", "EAAG-secret…"].map((token) =>
      failureOf(clientOf(graph.url, token).look(signal)),
    ),
  );
  const refused = {
    code: "invalid",
    message: "The access token of WhatsApp contains invalid characters.",
  };
  expect(failures).toEqual([
    { ...refused, refusal: undefined },
    { ...refused, refusal: undefined },
  ]);
});

test("somebody who shows no number is written to by the id that Meta knows them by", async () => {
  await using graph = await startWhatsAppGraph();
  const user = "US.13491208655302741918";
  await clientOf(graph.url).send({ ...hello, to: user }, signal);
  expect(graph.sent).toMatchObject([{ to: user, text: "hello" }]);
});

test("files go up and come down, but no larger than asked for", async () => {
  await using graph = await startWhatsAppGraph();
  const client = clientOf(graph.url);
  const data = Buffer.from("a picture");
  const media = await client.upload({ name: "a.png", mediaType: "image/png", data }, signal);
  expect(Buffer.from(await client.download(media, { signal, maxBytes: 9 })).toString()).toBe(
    "a picture",
  );
  expect(await failureOf(client.download(media, { signal, maxBytes: 8 }))).toMatchObject({
    code: "invalid",
    message: "The file is 9 bytes long; the maximum is 8.",
  });
  expect(graph.fetched).toHaveLength(1);
  const content = { type: "media", kind: "image", media, caption: "see" } as const;
  await client.send({ to: "491", content, mark: "k1" }, signal);
  expect(graph.sent).toMatchObject([
    { type: "image", text: "see", mark: "k1", file: { mediaType: "image/png", data } },
  ]);
});

test.each(["application/jsonl", "text/csv", "audio/ogg; codecs=opus", "application/zip"])(
  "a file of %s is refused for good, as all that Meta does not list",
  async (mediaType) => {
    await using graph = await startWhatsAppGraph();
    const file = { name: "a", mediaType, data: Buffer.from("a") };
    expect(await failureOf(clientOf(graph.url).upload(file, signal))).toMatchObject({
      code: "invalid",
      refusal: "refused",
    });
  },
);

test("a file that is said to lie elsewhere is not fetched", async () => {
  await using graph = await startWhatsAppGraph();
  await using elsewhere = await startWhatsAppGraph();
  const file = { mediaType: "text/plain", data: Buffer.from("secret") };
  elsewhere.keep(file);
  const media = graph.keep(file, elsewhere.url);
  expect(
    await failureOf(clientOf(graph.url).download(media, { signal, maxBytes: 100 })),
  ).toMatchObject({
    code: "denied",
    message: expect.stringContaining("returned a file URL on an unexpected host"),
  });
  expect(elsewhere.fetched).toEqual([]);
});

test.each([
  ["https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1", true],
  ["https://mmg.whatsapp.net/d/f/1", true],
  ["http://127.0.0.1:99/files/1", true],
  ["http://lookaside.fbsbx.com/1", false],
  ["https://lookaside.fbsbx.com:8443/1", false],
  ["https://fbsbx.com.example.org/1", false],
  ["https://notfbsbx.com/1", false],
  ["http://127.0.0.1:98/files/1", false],
  ["file:///etc/passwd", false],
  ["no address", false],
])("the token may be shown to %s: %s", (address, expected) => {
  expect(isMediaHost(address, "http://127.0.0.1:99")).toBe(expected);
});
