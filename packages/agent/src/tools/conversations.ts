/** A file that is sent with a message. */
export interface OutgoingFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/** Conversations that a person reaches through the agent, on all channels. */
export interface Conversations {
  /**
   * Returns who receives a message to `to`: "here", a person by name or id, or a chat as
   * `channel/id`. `missing` if there is none, `conflict` if a name is not unique, `denied` if the
   * requester does not reach it.
   */
  find(to: string): Promise<Conversation>;
  /** Sends a message; a repeated `key` sends nothing more. It leaves as soon as its channel can be reached. */
  send(
    to: string,
    message: {
      readonly text?: string | undefined;
      readonly files: readonly OutgoingFile[];
      readonly key: string;
    },
  ): Promise<Conversation>;
}

export interface Conversation {
  /** Name as people read it, such as "Bob (telegram-bot)". */
  readonly name: string;
  readonly channel: string;
  /** The channel's own id of the chat. */
  readonly chatId: string;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly conversations: Conversations;
  }
}
