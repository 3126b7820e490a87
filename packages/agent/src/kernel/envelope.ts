/** Where a conversation happens, in the surface's own words. */
export interface Address {
  readonly surface: string;
  readonly chat: string;
  readonly kind: "direct" | "group" | "channel";
}

/** An incoming message, free of any platform's types. */
export interface Envelope {
  /** The platform's id of the message, unique within its place. */
  readonly id: string;
  /** Rises with each edit of the message; 0 for the original. */
  readonly edit: number;
  readonly address: Address;
  readonly sender: { readonly id: string; readonly name: string };
  readonly text: string;
  /** Unix milliseconds. */
  readonly sentAt: number;
  readonly replyTo?: string | undefined;
}
