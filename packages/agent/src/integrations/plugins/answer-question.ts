import { createHmac, timingSafeEqual } from "node:crypto";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { createRateLimit } from "../../platform/rate-limit.ts";
import type { PluginPowers } from "../plugins.ts";
import { assertMayShowButtons } from "./buttons.ts";
import { assertMayTakePayments } from "./payments.ts";
import type { Question, ToolDescription, Work } from "./protocol.ts";

/** Chat of a call, and the person who asked there. */
export interface CallOrigin {
  readonly chat: string;
  readonly person: string;
}

/** Request of a plugin to a server. Redirects are not followed. */
export type PluginFetch = (
  request: Omit<Extract<Question, { kind: "fetch" }>, "kind">,
  signal: AbortSignal,
) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}>;

export type SentMessage = Omit<Extract<Question, { kind: "send" }>, "kind" | "chat">;

export type SentInvoice = Omit<Extract<Question, { kind: "invoice" }>, "kind" | "chat">;

export interface QuestionDeps {
  readonly plugin: string;
  readonly powers: PluginPowers;
  readonly tools: readonly Pick<ToolDescription, "name" | "effect">[];
  readonly handles: Handles;
  readonly fetch: PluginFetch;
  /** Sends a message once per key; one with buttons is edited. */
  readonly send: (place: CallOrigin, message: SentMessage) => Promise<void>;
  readonly isSent: (place: CallOrigin, key: string) => Promise<boolean>;
  /** Sends an invoice once per key. */
  readonly invoice: (place: CallOrigin, invoice: SentInvoice) => Promise<void>;
  readonly refund: (payment: string) => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const HOUR_MS = 3_600_000;
const MESSAGES_PER_HOUR = 60;
const EDITS_PER_HOUR = 600;

/** Creates what answers a plugin: its powers decide. */
export function createAnswers({
  plugin,
  powers,
  tools,
  handles,
  fetch,
  send,
  isSent,
  invoice,
  refund,
  clock,
  signal,
}: QuestionDeps): (question: Question, work: Work | undefined) => Promise<unknown> {
  const limits = {
    messages: createRateLimit({ max: MESSAGES_PER_HOUR, withinMs: HOUR_MS, clock }),
    edits: createRateLimit({ max: EDITS_PER_HOUR, withinMs: HOUR_MS, clock }),
  };

  const count = (what: "messages" | "edits") => {
    if (limits[what].take(plugin)) return;
    const max = what === "edits" ? EDITS_PER_HOUR : MESSAGES_PER_HOUR;
    throw new Fault("exhausted", `The plugin ${plugin} has sent ${max} ${what} in an hour.`, {
      hint: "Send fewer messages, with more in each.",
    });
  };
  const request = async (wanted: Extract<Question, { kind: "fetch" }>) => {
    const host = URL.parse(wanted.url)?.hostname ?? "";
    if (!powers.hosts.some((pattern) => matches(host, pattern)))
      throw new Fault("denied", `The plugin ${plugin} may not reach ${host || wanted.url}.`, {
        hint: "Declare the host in reeve.powers.hosts of package.json.",
      });
    const { url, method, headers, body } = wanted;
    return fetch({ url, method, headers, body }, signal);
  };
  const message = async (
    { chat, text, key, buttons, expiresInSeconds }: Extract<Question, { kind: "send" }>,
    work: Work | undefined,
  ) => {
    if (!powers.messages)
      throw new Fault("denied", `The plugin ${plugin} may not send messages.`, {
        hint: 'Declare "messages": true in reeve.powers of package.json.',
      });
    assertMaySend(work, { chat, tools });
    if (buttons) assertMayShowButtons(plugin, powers, text);
    const place = handles.open(chat);
    const isEdit = buttons !== undefined && (await isSent(place, key));
    count(isEdit ? "edits" : "messages");
    await send(place, { text, key, buttons, expiresInSeconds });
  };
  const bill = async (
    { chat, title, description, stars, payload, key }: Extract<Question, { kind: "invoice" }>,
    work: Work | undefined,
  ) => {
    assertMayTakePayments(plugin, powers);
    assertMaySend(work, { chat, tools });
    const place = handles.open(chat);
    count("messages");
    await invoice(place, { title, description, stars, payload, key });
  };
  const payBack = async (payment: string) => {
    assertMayTakePayments(plugin, powers);
    await refund(payment);
  };
  return (question, work) => {
    switch (question.kind) {
      case "fetch":
        return request(question);
      case "send":
        return message(question, work);
      case "invoice":
        return bill(question, work);
      case "refund":
        return payBack(question.payment);
    }
  };
}

/** A call was approved for its effect and its chat. */
function assertMaySend(
  work: Work | undefined,
  { chat, tools }: Pick<QuestionDeps, "tools"> & { readonly chat: string },
): void {
  if (work?.kind === "schedule") return;
  if (work?.kind === "press" || work?.kind === "payment") {
    if (isSameChat(chat, work.chat)) return;
    throw new Fault("denied", `The handler of a ${work.kind} may write only to its chat.`);
  }
  if (!work)
    throw new Fault("denied", "The plugin may not send messages outside of a run.", {
      hint: "Send from a schedule, or from a tool with the effect send.",
    });
  if (work.kind === "hook")
    throw new Fault("denied", `The hook ${work.name} may not send messages.`, {
      hint: "Return what is to be said, or send from a schedule.",
    });
  const tool = tools.find(({ name }) => name === work.name);
  if (tool?.effect !== "send")
    throw new Fault("denied", `${work.name} may not send messages: its effect is not send.`, {
      hint: "Return the text instead, or declare the effect send.",
    });
  if (chat !== work.chat)
    throw new Fault("denied", `${work.name} may write only to the chat of its call.`);
}

/** Handles of one chat differ by the person. */
function isSameChat(handle: string, other: string): boolean {
  return handle.split("~")[0] === other.split("~")[0];
}

function matches(host: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Handles that name chats to plugins. They cannot be forged, and those of one plugin mean nothing to another. */
export interface Handles {
  readonly of: (place: CallOrigin) => string;
  /** `denied` for a handle that was not given to the plugin. */
  readonly open: (handle: string) => CallOrigin;
}

/** Creates the handles of a plugin. `key` stays in the agent. */
export function createHandles(plugin: string, key: string): Handles {
  const sign = ({ chat, person }: CallOrigin) =>
    createHmac("sha256", key).update(`${plugin}\0${chat}\0${person}`).digest("base64url");
  return {
    of: (place) => [place.chat, place.person, sign(place)].join("~"),
    open(handle) {
      const [chat = "", person = "", mark = "", ...others] = handle.split("~");
      const place = { chat, person };
      const expected = Buffer.from(sign(place));
      const given = Buffer.from(mark);
      const isOwn =
        others.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
      if (isOwn) return place;
      throw new Fault("denied", "The plugin was not called in this chat.", {
        hint: "Use the `chat` of a call.",
      });
    },
  };
}
