import type { IncomingMessage } from "node:http";
import { Fault, type FaultCode, type WebPage } from "@reeve/sdk";
import { MAX_PAGE_BYTES, MAX_REDIRECTS } from "../web.ts";
import { checkUrl } from "./check-url.ts";
import { decodeText } from "./decode-text.ts";
import { assertText, isHtml, parseMediaType } from "./media-type.ts";
import { readBody } from "./read-body.ts";
import { readHtml } from "./read-html.ts";
import { explainFailure, requestPage } from "./request-page.ts";
import { type AddressRule, allowedAddresses } from "./resolve-host.ts";

export interface FetchRules extends AddressRule {
  readonly blockedPorts: readonly number[];
}

/** Reads a page and follows its redirects; the rules hold for each address on the way. */
export async function fetchPage(
  address: string,
  rules: FetchRules,
  signal: AbortSignal,
): Promise<WebPage> {
  let url = checkUrl(address, rules);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const addresses = await allowedAddresses(url, rules);
    const response = await requestPage(url, { addresses, signal });
    try {
      const target = targetOf(response);
      if (target === undefined) return await readPage(response, url, signal);
      url = checkUrl(target, { ...rules, base: url });
    } finally {
      response.destroy();
    }
  }
  throw new Fault("unavailable", `${address} redirects more than ${MAX_REDIRECTS} times.`, {
    hint: "Find another URL of the page.",
  });
}

/** Where the answer sends the reader, undefined where it is the page. */
function targetOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

async function readPage(
  response: IncomingMessage,
  url: URL,
  signal: AbortSignal,
): Promise<WebPage> {
  assertFound(response.statusCode ?? 0, url);
  const type = parseMediaType(response.headers["content-type"]);
  assertText(type, url);
  const body = await readBody(response, { maxBytes: MAX_PAGE_BYTES }).catch(
    explainFailure(url, signal),
  );
  const text = decodeText(body, type);
  const page = { url: url.href, contentType: type.essence };
  if (!isHtml(type)) return { ...page, title: undefined, text };
  return { ...page, ...(await readHtml({ html: text, url: url.href }, { signal })) };
}

function assertFound(status: number, url: URL): void {
  if (status >= 200 && status < 300) return;
  throw new Fault(codeOf(status), `${url.href} returned status ${status}.`, {
    hint:
      status >= 500 || status === 429
        ? "Try again later, or find the content elsewhere."
        : "Check the URL, or find the page with web_search.",
  });
}

function codeOf(status: number): FaultCode {
  if (status === 401 || status === 403 || status === 451) return "denied";
  if (status === 404 || status === 410) return "missing";
  if (status === 429) return "exhausted";
  return status >= 500 ? "unavailable" : "invalid";
}
