import type { TurnRef } from "../../core/outbound.ts";
import type { ServiceScope } from "../../core/channel-services.ts";
import type { CommandFacts } from "../../core/commands.ts";
import type { Control } from "../../core/control.ts";
import type { Voice } from "../../integrations/speech.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { Principal, Role } from "../../kernel/principal.ts";
import type { Log } from "../../platform/log.ts";
import type { FileLinks } from "./file-links.ts";
import type { ChannelState } from "./channel-state.ts";

/** Services of the agent for a channel. Chats and accounts are named by the platform's own ids. */
export interface ChannelHost {
  readonly state: ChannelState;
  readonly control: Pick<Control, "receive">;
  /** Chat commands of the agent. */
  readonly commands: readonly CommandFacts[];
  /** Resolves the sender of something that is no message, such as a button press; creates people who are new. */
  readonly resolveSender: (sender: Envelope["sender"]) => Promise<Principal>;
  /** Returns a stored message of a chat. */
  readonly findSaid: (chat: string, message: string) => Promise<Envelope["quote"]>;
  /** Returns the language that the person of a direct chat has chosen, as BCP 47. */
  readonly languageIn: (chat: string) => Promise<string | undefined>;
  /** The agent's language, as BCP 47. */
  readonly language: string;
  /** Returns the account of the person of a call, and the call's chat if it is on this channel. */
  readonly requesterOf: (
    scope: ServiceScope,
  ) => Promise<{ readonly account: string | undefined; readonly chat: string | undefined }>;
  /** Returns the direct chats of people with a role. */
  readonly directChatsOf: (role: Role) => Promise<readonly string[]>;
  /** Speaks a text; undefined without speech. Throws `exhausted` if a budget is used up. */
  readonly say?: Speak | undefined;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Creates a link to a file that the platform does not accept; undefined without a public URL. */
  readonly linkTo?: FileLinks["create"] | undefined;
  /** Where platforms reach the gateway. */
  readonly publicUrl: string | undefined;
  /** Receives the reason why no messages arrive, and `undefined` once they arrive again. */
  readonly report: (reason: string | undefined) => void;
  readonly clock: Clock;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}

export type Speak = (text: string, options: VoiceOptions) => Promise<Voice>;

export interface VoiceOptions {
  readonly voice?: string | undefined;
  readonly language?: string | undefined;
  /** As ISO 639-1, for a text that is too short to tell its language. */
  readonly fallbackLanguage?: string | undefined;
  readonly signal: AbortSignal;
  /** The turn whose answer it is. */
  readonly of?: TurnRef | undefined;
}
