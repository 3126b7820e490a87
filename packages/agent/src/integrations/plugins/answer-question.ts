import { createHmac, timingSafeEqual } from "node:crypto";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import type { PluginPowers } from "../plugins.ts";
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

export interface QuestionDeps {
  readonly plugin: string;
  readonly powers: PluginPowers;
  readonly tools: readonly Pick<ToolDescription, "name" | "effect">[];
  readonly handles: Handles;
  readonly fetch: PluginFetch;
  /** Sends a message once per key. */
  readonly send: (
    place: CallOrigin,
    message: { readonly text: string; readonly key: string },
  ) => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const HOUR_MS = 3_600_000;
const MESSAGES_PER_HOUR = 60;

/** Creates what answers a plugin: its powers decide. */
export function createAnswers({
  plugin,
  powers,
  tools,
  handles,
  fetch,
  send,
  clock,
  signal,
}: QuestionDeps): (question: Question, work: Work | undefined) => Promise<unknown> {
  let sent: readonly number[] = [];

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
    { chat, text, key }: Extract<Question, { kind: "send" }>,
    work: Work | undefined,
  ) => {
    if (!powers.messages)
      throw new Fault("denied", `The plugin ${plugin} may not send messages.`, {
        hint: 'Declare "messages": true in reeve.powers of package.json.',
      });
    assertMaySend(work, { chat, tools });
    const place = handles.open(chat);
    const now = clock.now();
    sent = sent.filter((at) => at > now - HOUR_MS);
    if (sent.length >= MESSAGES_PER_HOUR)
      throw new Fault(
        "exhausted",
        `The plugin ${plugin} has sent ${MESSAGES_PER_HOUR} messages in an hour.`,
        {
          hint: "Send fewer messages, with more in each.",
        },
      );
    sent = [...sent, now];
    await send(place, { text, key });
  };
  return (question, work) =>
    question.kind === "fetch" ? request(question) : message(question, work);
}

/** A call was approved for its effect and its chat. */
function assertMaySend(
  work: Work | undefined,
  { chat, tools }: Pick<QuestionDeps, "tools"> & { readonly chat: string },
): void {
  if (work?.kind === "schedule") return;
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
