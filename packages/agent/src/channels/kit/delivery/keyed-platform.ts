import type { Address } from "../../../kernel/envelope.ts";
import type { FilePart } from "../../../kernel/reply.ts";

/** Place and purpose of a message. */
export interface Posting {
  readonly externalId: string;
  /** The platform accepts it once. */
  readonly key: string;
  /** Message that it replies to. */
  readonly replyTo?: string | undefined;
  /** Message that it changes. */
  readonly edits?: string | undefined;
  /** Buttons below it, for platforms that have some. */
  readonly buttons?: readonly { readonly title: string; readonly data: string }[] | undefined;
  readonly signal: AbortSignal;
}

/** Reactions to messages by the agent's account. */
export interface Reacting {
  /** Returns the id of the reaction. */
  add(message: string, emoji: string, posting: Posting): Promise<string>;
  /** Returns the id of the removal. */
  remove(reaction: string, posting: Posting): Promise<string>;
}

/** How messages are sent on a platform that accepts each key once. */
export interface KeyedPlatform<Content> {
  /** Returns the messages of an answer in Markdown; none if it shows nothing. */
  markdown(text: string): readonly Content[];
  /** Returns the messages of a text as it is; none if it shows nothing. */
  plain(text: string): readonly Content[];
  /** Uploads a file. */
  file(file: FilePart & { readonly data: Uint8Array }, signal: AbortSignal): Promise<Content>;
  /** Returns the id of the message, or of the change. */
  post(content: Content, posting: Posting): Promise<string>;
  /** For platforms without buttons: reactions by the agent stand for them. */
  readonly reactions?: Reacting;
  /** Returns whether the platform has rejected a call; after other errors it may have been carried out. */
  isRefusal(error: unknown): boolean;
  /** Looks up whether a chat is direct now, for platforms on which others can join. */
  kindOf?(externalId: string, signal: AbortSignal): Promise<Address["kind"]>;
}
