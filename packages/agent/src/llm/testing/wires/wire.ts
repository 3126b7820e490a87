import type { MockReply } from "./reply.ts";

/** How a protocol says things. */
export interface MockWire {
  /** The server-sent events of an answer. Answers that the protocol has no words for leave them out. */
  frames(reply: MockReply): Iterable<string>;
  /** Returns the data sent when the provider fails in the middle of an answer. */
  breakage(): string;
  /** The body that comes with a status that is not 200. */
  refusal(refusal: WireRefusal): unknown;
}

export interface WireRefusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}
