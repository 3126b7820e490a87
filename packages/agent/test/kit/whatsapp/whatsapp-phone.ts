import { createHmac } from "node:crypto";
import { PHONE_NUMBER_ID } from "./whatsapp-graph.ts";

/** Call of a webhook by Meta. */
export interface SignedCall {
  readonly body: string;
  readonly signature: string;
}

export const APP_SECRET = "app-secret";
export const VERIFY_TOKEN = "words of ours";

/** Message as Meta reports it; `at` in seconds. */
export interface PhoneMessage {
  readonly id: string;
  /** The number; empty where Meta does not show it. */
  readonly from: string;
  /** Id of the sender at Meta. */
  readonly user?: string | undefined;
  readonly at: number;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface PhoneStatus {
  readonly id: string;
  readonly to: string;
  readonly status: string;
  readonly mark?: string | undefined;
  readonly code?: number;
  /** Time in seconds. */
  readonly at?: number;
}

export function say(body: string): PhoneMessage["content"] {
  return { type: "text", text: { body } };
}

export function tap(id: string, title: string): PhoneMessage["content"] {
  return {
    type: "interactive",
    interactive: { type: "button_reply", button_reply: { id, title } },
  };
}

/** Builds Meta's notification of messages and statuses at the same moment; unsigned. */
export function newsOf({
  messages = [],
  statuses = [],
  number = PHONE_NUMBER_ID,
}: {
  readonly messages?: readonly PhoneMessage[];
  readonly statuses?: readonly PhoneStatus[];
  readonly number?: string;
}): unknown {
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: number },
    contacts: messages.map(({ from, user }) => ({
      profile: { name: "Ann Ño" },
      ...(from !== "" && { wa_id: from }),
      ...(user !== undefined && { user_id: user }),
    })),
    messages: messages.map(({ id, from, user, at, content }) => ({
      id,
      ...(from !== "" && { from }),
      ...(user !== undefined && { from_user_id: user }),
      timestamp: String(at),
      ...content,
    })),
    statuses: statuses.map(({ id, to, status, mark, code, at = 1_700_000_000 }) => ({
      id,
      status,
      timestamp: String(at),
      ...(/^\d+$/.test(to) ? { recipient_id: to } : { recipient_user_id: to }),
      ...(mark !== undefined && { biz_opaque_callback_data: mark }),
      ...(code !== undefined && { errors: [{ code, title: `problem ${code}` }] }),
    })),
  };
  return {
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  };
}

/** Signs as Meta does: over text in which all beyond ASCII is escaped. */
export function signCall(news: unknown, secret: string = APP_SECRET): SignedCall {
  const body = JSON.stringify(news).replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const digest = createHmac("sha256", secret).update(body).digest("hex");
  return { body, signature: `sha256=${digest}` };
}
