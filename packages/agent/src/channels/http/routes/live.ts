import { z } from "zod";
import { isOwnInApi } from "../../../core/client-chats.ts";
import { isAtLeast } from "../../../kernel/principal.ts";
import { toPublicAddress } from "../../../kernel/public-address.ts";
import { defineRoute, type Route } from "../route.ts";
import { EVENT_STREAM_TYPE, respondWithEvents, SSE_RETRY } from "../streams/sse-response.ts";
import { encodeSse } from "../streams/stream-entry.ts";

const change = z.object({
  event: z.literal("agent.stream.change"),
  data: z.object({
    surface: z.string(),
    chat: z.string(),
    types: z.array(z.string()).describe("The kinds of events, such as turn-start."),
  }),
});

/** Tells pages when to read again. */
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
      return respondWithEvents(
        async (sink) => {
          using _ = events.onFacts((address, facts) => {
            if (!isForAll && !isOwnInApi(address, person)) return;
            const types = [...new Set(facts.map(({ type }) => type))];
            const data = { ...toPublicAddress(address), types };
            sink.send(Buffer.from(encodeSse({ name: "agent.stream.change", data })));
          });
          sink.send(SSE_RETRY);
          await new Promise((resolve) => {
            sink.signal.addEventListener("abort", resolve, { once: true });
          });
        },
        { signal, watch },
      );
    },
  }),
];
