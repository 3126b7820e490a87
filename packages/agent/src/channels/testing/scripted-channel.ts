import { once } from "node:events";
import type { Inbox, Receipt } from "../../core/inbox.ts";
import type { Address, Envelope, Media } from "../../kernel/envelope.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import type { ChannelFiles } from "../../core/attachments.ts";
import type { Channel } from "../kit/channel.ts";

export interface Delivered {
  readonly externalId: string;
  readonly part: ReplyPart;
  readonly clientId: string;
}

interface Result {
  readonly externalId: string;
  readonly text: string;
  readonly clientId: string;
}

/**
 * Fake messenger through which a test sends messages. Repeated deliveries with one client id are
 * one message.
 */
export interface ScriptedChannel extends Channel {
  /** Sends a message; resolves when the agent has stored it. */
  say(text: string, options?: MessageOptions): Promise<Receipt>;
  /** Delivered parts, in order, without results of approvals. */
  readonly delivered: readonly Delivered[];
  /** Results of approvals, which take the places of their questions. */
  readonly results: readonly Result[];
  /** Language of each of them. */
  readonly languages: readonly (string | undefined)[];
  /** Live events received while turns ran. */
  readonly shown: readonly LiveEvent[];
  /** Resolves once `count` parts have arrived, in all or in one chat. */
  received(count: number, externalId?: string): Promise<readonly Delivered[]>;
}

export interface MessageOptions {
  readonly externalId?: string;
  readonly sender?: string;
  readonly id?: string;
  readonly edit?: number;
  readonly kind?: Address["kind"];
  readonly username?: string;
  /** In base64. */
  readonly images?: readonly string[];
  /** Attachments other than images. */
  readonly media?: readonly Media[];
  /** Display name of the sender. Default: the role. */
  readonly name?: string;
  readonly forwardedFrom?: string;
  readonly quote?: Envelope["quote"];
  /** Whether the agent's own account wrote it. */
  readonly isOwn?: true;
  /** Whether it is addressed to others, not to the agent. */
  readonly isOverheard?: true;
  /** Approval that its sender was going to correct. */
  readonly corrects?: string;
  /** Language as BCP 47. */
  readonly language?: string;
  /** Whether a program wrote it. */
  readonly isBot?: true;
}

/**
 * Creates a channel for tests. `failures`: number of deliveries that fail before one succeeds.
 * `canAsk`: whether the channel can ask for approvals. `username`: name of the agent. `files`:
 * serves the files that `say` names.
 */
export function scriptedChannel({
  name = "scripted",
  failures = 0,
  canAsk = true,
  ...known
}: {
  name?: string;
  failures?: number;
  canAsk?: boolean;
  username?: string;
  files?: ChannelFiles;
  canSpeak?: true;
  isPairing?: true;
} = {}): ScriptedChannel {
  const delivered: Delivered[] = [];
  const results: Result[] = [];
  const clientIds = new Set<string>();
  const languages: (string | undefined)[] = [];
  const shown: LiveEvent[] = [];
  const arrivals = new EventTarget();
  const open = Promise.withResolvers<Inbox>();
  let messages = 0;
  let failuresLeft = failures;

  return {
    name,
    canAsk,
    username: known.username,
    ...(known.files && { files: known.files }),
    ...(known.canSpeak && { canSpeak: known.canSpeak }),
    ...(known.isPairing && { isPairing: known.isPairing }),
    delivered,
    results,
    languages,
    shown,

    async listen(inbox, signal) {
      open.resolve(inbox);
      if (!signal.aborted) await once(signal, "abort");
    },

    async say(
      text,
      {
        externalId = "1",
        sender = "ann",
        id,
        edit = 0,
        kind = "direct",
        username,
        images,
        ...own
      } = {},
    ) {
      const inbox = await open.promise;
      messages += 1;
      const envelope: Envelope = {
        id: id ?? `m${messages}`,
        edit,
        address: { channel: name, externalId, kind },
        sender: {
          id: sender,
          name: own.name ?? sender,
          ...(username !== undefined && { username }),
          ...(own.language !== undefined && { language: own.language }),
          ...(own.isBot && { isBot: own.isBot }),
        },
        text,
        ...((images ?? own.media) && {
          media: [
            ...(images ?? []).map((image) => ({ kind: "photo", image })),
            ...(own.media ?? []),
          ],
        }),
        forwardedFrom: own.forwardedFrom,
        quote: own.quote,
        ...(own.isOwn && { isOwn: own.isOwn }),
        ...(own.isOverheard && { isOverheard: own.isOverheard }),
        ...(own.corrects !== undefined && { corrects: own.corrects }),
        sentAt: Date.UTC(2026, 1, 20, 15, 30),
      };
      return inbox.deliver(envelope);
    },

    async received(count, externalId) {
      const ofChat = () =>
        externalId === undefined
          ? delivered
          : delivered.filter((one) => one.externalId === externalId);
      while (ofChat().length < count) await once(arrivals, "arrival");
      return [...ofChat()];
    },

    push: {
      async show(_address, events) {
        for await (const event of events) shown.push(event);
      },
      async deliver({ externalId }, part, { clientId, language }) {
        if (failuresLeft > 0) {
          failuresLeft -= 1;
          throw new Error("the messenger is down");
        }
        if (!clientIds.has(clientId)) {
          clientIds.add(clientId);
          if (part.type === "decision" && part.isResult) {
            results.push({ externalId, text: part.text, clientId });
          } else {
            delivered.push({ externalId, part, clientId });
            languages.push(language);
          }
        }
        arrivals.dispatchEvent(new Event("arrival"));
        return `out-${clientId}`;
      },
    },
  };
}
