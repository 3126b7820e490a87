import { toPublicAddress } from "../kernel/public-address.ts";
import type { EventName } from "@reeve/operations/work/webhooks";
import { z } from "zod";
import { OUTAGE_CAUSES } from "../kernel/outage.ts";
import type { PublishedEvent } from "../store/webhooks/deliveries.ts";
import type { Chat } from "../store/messages/chats.ts";

/** Payload of a kind of event. Raise the version whenever the meaning of existing data changes. */
interface EventKind {
  readonly version: number;
  readonly summary: string;
  readonly data: z.ZodType;
}

const id = z.string().min(1);
const count = z.int().min(0);
const time = z.iso.datetime();

/** All events for subscribers. The list is closed; a field may be added without a new version. */
export const EVENTS = {
  "message.received": {
    version: 1,
    summary: "A message was stored, whether or not it is answered.",
    data: z.object({ message: id, from: z.string(), text: z.string() }),
  },
  "agent.completed": {
    version: 1,
    summary: "A turn ended with a reply.",
    data: z.object({ turn: id, text: z.string() }),
  },
  "agent.failed": {
    version: 1,
    summary: "A turn failed. The incident id is the one that the sender was shown.",
    data: z.object({ turn: id, incident: id.nullable() }),
  },
  "agent.stopped": {
    version: 1,
    summary: "A turn was stopped before it replied, by a person or by the next message.",
    data: z.object({ turn: id, outcome: z.enum(["stopped", "interrupted"]) }),
  },
  "approval.requested": {
    version: 1,
    summary: "A call needs approval.",
    data: z.object({
      approval: id,
      turn: id,
      tool: id,
      args: z.unknown(),
      question: z.string(),
      expires: time,
      needed: count,
    }),
  },
  "approval.decided": {
    version: 1,
    summary: "An approval was decided, expired or was withdrawn.",
    data: z.object({
      approval: id,
      verdict: z.enum(["allow", "deny", "respond", "revise", "expired"]),
      by: z.string(),
    }),
  },
  "schedule.fired": {
    version: 1,
    summary: "A job or reminder is due.",
    data: z.object({ job: id, kind: id, due: time, text: z.string() }),
  },
  "plan.changed": {
    version: 1,
    summary: "A plan continued, failed, ended or was aborted.",
    data: z.object({
      plan: id,
      state: z.enum(["running", "waiting", "failed", "done", "aborted"]),
      step: count,
      steps: count,
      title: z.string(),
      reason: z.string().nullable(),
    }),
  },
  "memory.fact.added": {
    version: 1,
    summary: "A fact was learned from a conversation.",
    data: z.object({ fact: id, kind: id, subject: z.string().nullable(), text: z.string() }),
  },
  "usage.recorded": {
    version: 1,
    summary: "A model request was recorded.",
    data: z.object({
      turn: id,
      step: count,
      model: id,
      purpose: id,
      inputTokens: count,
      cachedTokens: count,
      cacheWriteTokens: count,
      outputTokens: count,
      reasoningTokens: count,
      costUsd: z.string().nullable(),
    }),
  },
  "lifecycle.changed": {
    version: 1,
    summary: "The agent's state changed to starting, running, stopping or stopped.",
    data: z.object({ state: z.enum(["starting", "running", "stopping", "stopped"]) }),
  },
  "model.down": {
    version: 1,
    summary: "A model is down: a fallback model answers, or turns wait.",
    data: z.object({
      model: id,
      cause: z.enum(OUTAGE_CAUSES),
      reason: z.string(),
      answeredBy: id.nullable(),
    }),
  },
  "model.up": {
    version: 1,
    summary: "A model is available again.",
    data: z.object({ model: id }),
  },
  "webhook.test": {
    version: 1,
    summary: "Someone tested a webhook. The event is sent once, to the tested webhook.",
    data: z.object({ webhook: id }),
  },
} as const satisfies Readonly<Record<EventName, EventKind>>;

export type EventData<Name extends EventName> = z.output<(typeof EVENTS)[Name]["data"]>;

/** Domain event with its data. */
export type DomainEvent = { readonly [Name in EventName]: NamedEvent<Name> }[EventName];

interface NamedEvent<Name extends EventName> {
  readonly type: Name;
  /** Unique id, the same for every delivery. */
  readonly id: string;
  readonly tenant: string;
  /** Chat of the event, if it has one. */
  readonly chat: Pick<Chat, "id" | "channel" | "externalId" | "kind" | "sessionId"> | null;
  /** The number of the fact of the chat that it follows from, if there is one. */
  readonly seq?: number | undefined;
  /** The thing whose words it holds. */
  readonly about: string | null;
  /** Unix milliseconds. */
  readonly at: number;
  readonly data: EventData<Name>;
}

/** Converts an event to the form that is stored and sent. */
export function toPublished({
  id: event,
  tenant,
  type,
  chat,
  seq,
  about,
  at,
  data,
}: DomainEvent): PublishedEvent {
  const body = {
    id: event,
    type,
    version: EVENTS[type].version,
    timestamp: new Date(at).toISOString(),
    place: chat && { ...toPublicAddress(chat), kind: chat.kind },
    session: chat?.sessionId ?? null,
    ...(seq !== undefined && { seq }),
    data,
  };
  return { id: event, tenant, type, chat: chat?.id ?? null, about, at, body };
}

/** Returns the schema of the whole payload for a kind of event. */
export function payloadOf(type: EventName) {
  const { version, data } = EVENTS[type];
  return z.object({
    id,
    type: z.literal(type),
    version: z.literal(version),
    timestamp: time,
    place: z
      .object({ surface: id, chat: id, kind: z.enum(["direct", "group", "channel"]) })
      .nullable(),
    session: id.nullable(),
    seq: count.optional(),
    data,
  });
}

/** Checks whether an event has this name. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}
