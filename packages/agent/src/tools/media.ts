import type { DocumentFile, Picture } from "@reeve/sdk";

/** A model that reads images. */
export interface Vision {
  /**
   * Answers a question about a picture, or describes it. `unavailable` where no model sees, or
   * none answers now; `invalid` where the picture is one that models do not take.
   */
  look(
    picture: Picture,
    options: { question?: string | undefined; signal: AbortSignal },
  ): Promise<{ readonly text: string }>;
}

/** Files that came with messages of the chat that a call runs in; no others. */
export interface Attachments {
  /** Undefined where this chat has no such file. */
  byId(id: string): Promise<DocumentFile | undefined>;
  /**
   * The files of a message, by the platform's number of it, in their order. `chatId` names another chat
   * in the platform's words: its files are `denied` unless they may be seen here.
   */
  ofMessage(
    messageId: string,
    options?: { chatId?: string | undefined },
  ): Promise<readonly DocumentFile[]>;
}

/** Sends voice notes to the chat that a call runs in, and nowhere else. */
export interface Speaking {
  /**
   * Says a text as a voice note; where the chat plays none, it is written. Saying something
   * under the same `key` again says nothing more.
   */
  say(
    text: string,
    options: { key: string; voice?: string | undefined },
  ): Promise<{ readonly as: "voice" | "text" }>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly vision: Vision;
    readonly attachments: Attachments;
    readonly speaking: Speaking;
  }
}
