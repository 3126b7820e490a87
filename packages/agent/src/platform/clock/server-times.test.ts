import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, test } from "vitest";
import { onServerTime } from "./server-times.ts";

/** Only for servers of this test. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUEgoObM3klJR66s1qDzlTWOSI8IowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIzNTIxN1oYDzIxMjYxMDMw
MjM1MjE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASOmE0fp79rse5Vq9SGTHe6ssM01p8hgdrX2RfMVfllAC4cbR8Nlvlb
ZwiZfK92XcFgiljR9Pvcv9tWO4zNGswLo28wbTAdBgNVHQ4EFgQUM3IOfxh1vAbV
ESnslZVjEx2j/3wwHwYDVR0jBBgwFoAUM3IOfxh1vAbVESnslZVjEx2j/3wwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhALcwnm4i8DDLiVRXMZ/a16M9p9u6NW2n2yFgCUcnZK/SAiEA
6kaehY3bKBt/9sv0marhrIMPpyBqP/AupJG21fPDKf8=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgU4ijDSX8OqVt3Gs/
6HCI6s49dHPbIn6Lq0r5xlgfABuhRANCAASOmE0fp79rse5Vq9SGTHe6ssM01p8h
gdrX2RfMVfllAC4cbR8NlvlbZwiZfK92XcFgiljR9Pvcv9tWO4zNGswL
-----END PRIVATE KEY-----`;

const DATE = "Mon, 23 Nov 2026 12:00:00 GMT";

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return isAddress(address) ? address.port : 0;
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

test("the date of a response over TLS is passed on, that of a plain one is not", async () => {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, CERTIFICATE]);
  const headers = { Date: DATE, Connection: "close" };
  const safe = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) =>
    response.writeHead(204, headers).end(),
  );
  const plain = createPlainServer((_request, response) => response.writeHead(204, headers).end());
  const [port, plainPort] = [await listen(safe), await listen(plain)];
  const times: string[] = [];
  const listening = onServerTime((time) => times.push(new Date(time).toUTCString()));
  await fetch(`http://127.0.0.1:${plainPort}/`);
  expect(times).toEqual([]);
  await fetch(`https://127.0.0.1:${port}/`, { method: "HEAD" });
  expect(times).toEqual([DATE]);
  const asked = request(`https://127.0.0.1:${port}/`).end();
  const [response] = await once(asked, "response");
  response.resume();
  expect(times).toEqual([DATE, DATE]);
  listening[Symbol.dispose]();
  await fetch(`https://127.0.0.1:${port}/`);
  expect(times).toHaveLength(2);
  setDefaultCACertificates(before);
  safe.close();
  plain.close();
});
