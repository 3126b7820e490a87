import type { MockReply } from "./reply.ts";

/** Encoding of a protocol. */
export interface MockWire {
  /** Returns the server-sent events of a response. Omits what the protocol does not support. */
  frames(reply: MockReply): Iterable<string>;
  /** Returns the data sent when the provider fails in the middle of an answer. */
  breakage(): string;
  /** Returns the body for a status other than 200. */
  refusal(refusal: WireRefusal): unknown;
}

export interface WireRefusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}
