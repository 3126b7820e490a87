import { log, logEntry } from "@reeve/operations/agent/log";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { requireRole } from "../../../core/access-checks.ts";
import { isOwnInApi } from "../../../core/client-chats.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import { toPublicAddress } from "../../../kernel/public-address.ts";
import { defineRoute, type Route } from "../route.ts";
import {
  EVENT_STREAM_TYPE,
  type EventStreamOptions,
  respondWithEvents,
  SSE_RETRY,
} from "../streams/sse-response.ts";
import { encodeSse } from "../streams/stream-entry.ts";

const change = z.object({
  event: z.literal("agent.stream.change"),
  data: z.object({
    surface: z.string(),
    chat: z.string(),
    types: z.array(z.string()).describe("The kinds of events, such as turn-start."),
  }),
});

const entry = z.object({
  event: z.literal("agent.log.entry"),
  data: logEntry,
});

/** Tells pages when to read again, and what is logged. */
export const liveRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/live",
    summary: "Stream which chats change, as it happens.",
    description:
      "Each event names a chat and the kinds of what happened there. Admins receive the events of all chats, others those of their API chats. Nothing is repeated after a break: read again what you show.",
    tags: ["conversations"],
    scope: "read",
    answers: {
      200: {
        type: EVENT_STREAM_TYPE,
        description: "Events agent.stream.change as text/event-stream.",
        schema: z.array(change),
      },
    },
    async run({ method }, { agent, caller: { person }, signal, watch }) {
      if (method === "HEAD")
        return new Response(null, { headers: { "content-type": EVENT_STREAM_TYPE } });
      const { events } = await agent();
      const isForAll = isAtLeast(person.role, "admin");
      return respondWithFeed(
        (send) =>
          events.onFacts((address, facts) => {
            if (!isForAll && !isOwnInApi(address, person)) return;
            const types = [...new Set(facts.map(({ type }) => type))];
            send("agent.stream.change", { ...toPublicAddress(address), types });
          }),
        { signal, watch },
      );
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/log/live",
    summary: "Stream the log's entries, as they are written.",
    description: "Only for the owner and admins. Nothing is repeated after a break.",
    tags: ["log"],
    scope: log.list.scope,
    answers: {
      200: {
        type: EVENT_STREAM_TYPE,
        description: "Events agent.log.entry as text/event-stream.",
        schema: z.array(entry),
      },
    },
    async run({ method }, { agent, caller: { person }, signal, watch }) {
      requireRole("admin", person, "read the log");
      if (method === "HEAD")
        return new Response(null, { headers: { "content-type": EVENT_STREAM_TYPE } });
      const { followLog } = await agent();
      if (!followLog) throw new Fault("unavailable", "This agent writes no log.");
      return respondWithFeed((send) => followLog((line) => send("agent.log.entry", { ...line })), {
        signal,
        watch,
      });
    },
  }),
];

/** Streams events until the client disconnects. */
function respondWithFeed(
  follow: (send: (name: string, data: Readonly<Record<string, unknown>>) => void) => Disposable,
  options: EventStreamOptions,
): Response {
  return respondWithEvents(async (sink) => {
    using _ = follow((name, data) => sink.send(Buffer.from(encodeSse({ name, data }))));
    sink.send(SSE_RETRY);
    await new Promise((resolve) => {
      sink.signal.addEventListener("abort", resolve, { once: true });
    });
  }, options);
}
