import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { unreadable } from "../../../kernel/unreadable.ts";
import type { Secret } from "../../../platform/secret.ts";
import { createPlatformApi } from "../../kit/platform-api.ts";
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

const sent = z.object({ messages: z.tuple([z.object({ id: z.string() })], z.unknown()) });
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
  const { phoneNumberId, baseUrl } = deps;
  const api = createPlatformApi({
    title: "WhatsApp",
    section: "channels.whatsapp",
    urlSetting: "baseUrl",
    accessToken: deps.accessToken,
    baseUrl: `${baseUrl}/${deps.apiVersion}`,
    problemIn,
    toFault: (refusal) => toFault(refusal.what, refusal.status, refusal.problem),
  });
  const path = `${phoneNumberId}/messages`;

  return {
    async send(message, signal) {
      const what = `a ${message.content.type}`;
      const { messages } = await api.ask(sent, { what, path, body: toPayload(message), signal });
      return messages[0].id;
    },
    async look(signal) {
      const query = { fields: "display_phone_number" };
      const what = "to show the number";
      const shown = await api.ask(phone, { what, path: phoneNumberId, query, signal });
      return { number: shown.display_phone_number };
    },
    async upload({ name, mediaType, data }, signal) {
      const body = new FormData();
      body.set("messaging_product", "whatsapp");
      body.set("type", mediaType);
      body.set("file", new Blob([Buffer.from(data)], { type: mediaType }), name);
      const call = { what: "a file", path: `${phoneNumberId}/media`, body, signal };
      return (await api.ask(uploaded, call)).id;
    },
    async download(media, { signal, maxBytes }) {
      const { url, file_size: size = 0 } = await api.ask(stored, {
        what: "to show a file",
        path: encodeURIComponent(media),
        query: { phone_number_id: phoneNumberId },
        signal,
      });
      if (!isMediaHost(url, baseUrl))
        throw new Fault(
          "denied",
          `WhatsApp returned a file URL on an unexpected host: ${URL.parse(url)?.host ?? "none"}`,
        );
      if (size > maxBytes)
        throw unreadable("huge", `The file is ${size} bytes long; the maximum is ${maxBytes}.`);
      return api.download({ path: new URL(url), signal, maxBytes });
    },
    async markRead(message, { signal, typing }) {
      const body = {
        messaging_product: "whatsapp",
        status: "read",
        message_id: message,
        ...(typing && { typing_indicator: { type: "text" } }),
      };
      await api.ask(z.unknown(), { what: "to mark a message as read", path, body, signal });
    },
  };
}

function problemIn(value: unknown, status: number) {
  const { data } = problem.safeParse(value);
  if (!data) return { code: 0, text: `HTTP ${status}` };
  const { code = 0, message, error_data: more } = data.error;
  return { code, text: more?.details ?? message ?? `HTTP ${status}` };
}

/** Whether the token may be shown to the host of an address: Meta's own by https, or the API's itself. */
export function isMediaHost(address: string, apiRoot: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (url.origin === new URL(apiRoot).origin) return true;
  const isMeta = HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return isMeta && url.protocol === "https:" && url.port === "";
}
