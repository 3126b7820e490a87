import type { IncomingMessage } from "node:http";
import { Fault, type FaultCode, type WebPage } from "@reeve/sdk";
import { MAX_PAGE_BYTES, MAX_REDIRECTS } from "../web.ts";
import { checkUrl } from "./check-url.ts";
import { readBody } from "./read-body.ts";
import { readHtml } from "./read-html.ts";
import { explainFailure, requestPage } from "./request-page.ts";
import { type AddressRule, allowedAddresses } from "./resolve-host.ts";

/** HTML names its encoding at its beginning. */
const PRESCAN_BYTES = 1024;

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
    hint: "Find another URL for the page.",
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

/** Text of a body: its encoding stands in the header, in HTML also in the page, else it is UTF-8. */
function decodeText(body: Uint8Array, { essence, charset }: MediaType): string {
  const label = charset ?? (essence.includes("html") ? charsetInHtml(body) : undefined);
  return (decoderFor(label ?? "utf-8") ?? new TextDecoder()).decode(body);
}

function charsetInHtml(body: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(body.subarray(0, PRESCAN_BYTES));
  return /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
}

/** Undefined for an encoding that nobody knows; the decoder says so only by throwing. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** Media type of a body, from its header. */
interface MediaType {
  /** Such as `text/html`, in lower case. */
  readonly essence: string;
  readonly charset: string | undefined;
}

/** Reads a content-type header. */
function parseMediaType(header: string | undefined): MediaType {
  const [essence = "", ...params] = (header ?? "").split(";");
  const charset = params
    .map((param) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(param)?.[1])
    .find((label) => label !== undefined);
  return { essence: essence.trim().toLowerCase(), charset };
}

/** HTML must be converted to readable text; other text needs no conversion. */
function isHtml({ essence }: MediaType): boolean {
  return essence === "text/html" || essence === "application/xhtml+xml";
}

/** Throws `invalid` with a hint if the content is not text. */
function assertText({ essence }: MediaType, url: URL): void {
  if (/^text\/|^application\/(json|xml)$|\+(json|xml)$/.test(essence)) return;
  const hint =
    essence === "application/pdf"
      ? "Use document_read for PDF files."
      : "Only pages, text, JSON and XML can be read.";
  throw new Fault("invalid", `${url.href} is ${essence || "of an unknown type"}, not text.`, {
    hint,
  });
}
