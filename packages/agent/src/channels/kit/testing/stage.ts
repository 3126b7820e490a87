import type { Fault, FaultProxy } from "./fault-proxy.ts";

/** Message of the agent as its reader sees it now. */
export interface ShownMessage {
  readonly id: string;
  readonly text: string;
  /** Labels of its buttons. */
  readonly buttons: readonly string[];
  readonly isFile: boolean;
}

/** Answers to an approval that a person can give with a button. */
export type Answer = "allow" | "deny";

/** A platform on loopback, on which stages with people of their own are opened. */
export interface Platform extends AsyncDisposable {
  openStage(): Promise<ChannelStage>;
}

/** A platform with a person, the agent's owner, in a direct chat. The suite plays on it. */
export interface ChannelStage extends AsyncDisposable {
  /** Settings of the channel, which reach the platform through the proxy. */
  readonly channels: Readonly<Record<string, object>>;
  readonly proxy: FaultProxy;
  /** Tells the platform where the gateway of the agent is now. */
  readonly connect?: (gateway: string) => void;
  /** Sends a message as the person. Returns its id. */
  say(text: string): Promise<string>;
  /** Reports the person's last message once more, as a platform does that was not answered. */
  readonly repeat?: () => Promise<void>;
  /** Changes a message of the person. */
  readonly edit?: (id: string, text: string) => Promise<void>;
  /** Sends a text file. */
  sendFile(name: string, text: string): Promise<void>;
  press(message: ShownMessage, answer: Answer): Promise<void>;
  /** Returns the agent's messages, oldest first. */
  shown(): Promise<readonly ShownMessage[]>;
  /** Texts that a call posts or edits in; for calls that match the proxy. */
  textsIn(call: { readonly path: string; readonly body: Buffer }): readonly string[];
  /** Refusals of a platform that is down, and of one that wants to be left alone. */
  readonly refusals: { readonly down: Fault; readonly flood: Fault };
  /** Length of a text as the platform measures it, and the most it takes. */
  readonly limit: { readonly measure: (text: string) => number; readonly max: number };
}
