import type { Tracing } from "../../platform/tracing.ts";
import type { Outbound } from "../outbound.ts";

/** A push whose deliveries are traced. */
export function tracePush(push: Outbound, tracing: Tracing): Outbound {
  return {
    show: (address, events, of) => push.show(address, events, of),
    deliver: (address, part, options) => {
      const attributes = () => ({ "reeve.surface": address.channel, "reeve.part": part.type });
      const facts = { kind: "client", attributes } as const;
      return tracing.span("deliver", facts, () => push.deliver(address, part, options));
    },
  };
}
