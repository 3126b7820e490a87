import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import { unreadable } from "../../../kernel/unreadable.ts";
import { readUpTo } from "../../../platform/read-limited.ts";
import type { Secret } from "../../../platform/secret.ts";
import type { WhatsAppClient } from "../api.ts";
import { toFault } from "./to-fault.ts";
import { toPayload } from "./to-payload.ts";

/** Where Meta keeps what people send. */
const HOSTS = ["fbsbx.com", "fbcdn.net", "whatsapp.net", "facebook.com"];

export interface WhatsAppClientDeps {
  readonly phoneNumberId: string;
  readonly accessToken: Secret;
  /** Version such as v23.0. */
  readonly apiVersion: string;
  /** URL without a slash at the end. */
  readonly baseUrl: string;
}

interface Call {
  /** Purpose of the request, for error messages. */
  readonly what: string;
  readonly path: string;
  /** Body; without one the request is a GET. Anything but a form is sent as JSON. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

/** Maximum duration of a call in milliseconds; files take longer. */
const CALL_MS = 30_000;
const FILE_MS = 120_000;

const sent = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const phone = z.object({ display_phone_number: z.string() });
const uploaded = z.object({ id: z.string() });
const stored = z.object({ url: z.string(), file_size: z.coerce.number().optional() });
const problem = z.object({
  error: z.object({
    code: z.number().optional(),
    message: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
});

/**
 * Creates a client of the Cloud API. It does not retry: callers know which calls may be repeated.
 */
export function createWhatsAppClient(deps: WhatsAppClientDeps): WhatsAppClient {
  const { phoneNumberId, accessToken, apiVersion, baseUrl } = deps;
  const authorization = () => {
    const token = accessToken.reveal();
    // The error that `fetch` throws for an invalid header contains the header.
    if (/^[!-~]+$/.test(token)) return `Bearer ${token}`;
    throw new Fault("invalid", "The WhatsApp access token contains invalid characters.", {
      hint: "Copy it again, without line breaks or spaces: reeve config set channels.whatsapp.accessToken",
    });
  };

  const ask = async ({ what, path, body, signal }: Call): Promise<unknown> => {
    const isForm = body instanceof FormData;
    const response = await load(what, `${baseUrl}/${apiVersion}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: authorization(),
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(isForm ? FILE_MS : CALL_MS)]),
    });
    const text = await response.text().catch((error: unknown) => {
      throw notReached(what, error);
    });
    const value = parseJson(text)?.value;
    if (response.ok) return value;
    throw toFault(what, response.status, problemIn(value, response.status));
  };
  const messages = (what: string, body: unknown, signal: AbortSignal) =>
    ask({ what, path: `${phoneNumberId}/messages`, body, signal });

  return {
    async send(message, signal) {
      const what = `a ${message.content.type}`;
      const answer = sent.safeParse(await messages(what, toPayload(message), signal));
      const id = answer.data?.messages[0]?.id;
      if (id === undefined)
        throw new Fault("unavailable", `WhatsApp did not report what happened to ${what}.`);
      return id;
    },
    async look(signal) {
      const path = `${phoneNumberId}?fields=display_phone_number`;
      const answer = phone.safeParse(await ask({ what: "to show the number", path, signal }));
      if (!answer.success)
        throw new Fault("invalid", `WhatsApp has no number with the id ${phoneNumberId}.`);
      return { number: answer.data.display_phone_number };
    },
    async upload({ name, mediaType, data }, signal) {
      const body = new FormData();
      body.set("messaging_product", "whatsapp");
      body.set("type", mediaType);
      body.set("file", new Blob([Buffer.from(data)], { type: mediaType }), name);
      const path = `${phoneNumberId}/media`;
      const answer = uploaded.safeParse(await ask({ what: "a file", path, body, signal }));
      if (!answer.success)
        throw new Fault("unavailable", `WhatsApp did not report what happened to ${name}.`);
      return answer.data.id;
    },
    async download(media, { signal, maxBytes }) {
      const path = `${encodeURIComponent(media)}?phone_number_id=${phoneNumberId}`;
      const file = stored.safeParse(await ask({ what: "to show a file", path, signal }));
      if (!file.success) throw new Fault("missing", `WhatsApp no longer has the file ${media}.`);
      const { url, file_size: size = 0 } = file.data;
      if (!isMediaHost(url, baseUrl))
        throw new Fault(
          "denied",
          `WhatsApp returned a file URL on an unexpected host: ${hostOf(url)}`,
        );
      if (size > maxBytes)
        throw unreadable("huge", `The file is ${size} bytes long; the maximum is ${maxBytes}.`);
      const response = await load("a file", url, {
        headers: { authorization: authorization() },
        // The token must not be sent to a redirect target.
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(FILE_MS)]),
      });
      if (response.ok) return readUpTo(response, maxBytes);
      throw toFault("a file", response.status, { code: 0, text: `HTTP ${response.status}` });
    },
    async markRead(message, { signal, typing }) {
      const body = {
        messaging_product: "whatsapp",
        status: "read",
        message_id: message,
        ...(typing && { typing_indicator: { type: "text" } }),
      };
      await messages("to mark a message as read", body, signal);
    },
  };
}

async function load(what: string, url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init).catch((error: unknown) => {
    throw notReached(what, error);
  });
}

function notReached(what: string, error: unknown): Fault {
  const { cause } = error instanceof Error ? error : {};
  const inner = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  const reason = inner ?? (error instanceof Error ? error.message : "no answer");
  return new Fault("unavailable", `Cannot reach WhatsApp ${what}: ${reason}`, {
    hint: "Check your network and, if set, channels.whatsapp.baseUrl.",
    cause: error,
  });
}

function problemIn(value: unknown, status: number) {
  const { data } = problem.safeParse(value);
  if (!data) return { code: 0, text: `HTTP ${status}` };
  const { code = 0, message, error_data: more } = data.error;
  return { code, text: more?.details ?? message ?? `HTTP ${status}` };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "none";
}

/** Whether the token may be shown to the host of an address: Meta's own by https, or the API's itself. */
export function isMediaHost(address: string, apiRoot: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (url.origin === new URL(apiRoot).origin) return true;
  const isMeta = HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return isMeta && url.protocol === "https:" && url.port === "";
}
