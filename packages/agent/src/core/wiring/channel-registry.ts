import { Fault, type Services } from "@reeve/sdk";
import type { ChannelServices, ServiceScope } from "../channel-services.ts";
import type { Tracing } from "../../platform/tracing.ts";
import type { ChannelFiles } from "../attachments.ts";
import type { Inbox } from "../inbox.ts";
import type { Outbound } from "../outbound.ts";

/** Payments on a channel. */
export interface ChannelPayments {
  /** Pays a payment back to the account that made it. One that was paid back stays so. */
  refund(payment: { readonly account: string; readonly charge: string }): Promise<void>;
}

/** Fields of a channel that `serve` needs. */
export interface ServedChannel {
  readonly name: string;
  listen(inbox: Inbox, signal: AbortSignal): Promise<void>;
  readonly push?: Outbound;
  /** Fetches files of its messages. */
  readonly files?: ChannelFiles;
  /** Its push can say a text part aloud. */
  readonly canSpeak?: true;
  /** The most buttons of a plugin that it shows below a message; none if left out. */
  readonly maxButtons?: number;
  /** Payments by invoices that its push sends; none if left out. */
  readonly payments?: ChannelPayments;
  /** False where nobody is there to answer a question; true if left out. */
  readonly canAsk?: boolean;
  /** Whether people there write one thought in several messages; false if left out. */
  readonly hasBursts?: true;
  /** Whether people unknown to the agent are shown a code there; false if left out. */
  readonly isPairing?: boolean;
  /** Services for tools that need the connection. */
  readonly services?: ChannelServices;
  /** Name of the agent on the channel, once known: commands may name it. */
  readonly username?: string | undefined;
}

/** Channels that the core serves: none until the first `add`. */
export interface ChannelRegistry {
  readonly add: (channels: readonly ServedChannel[]) => void;
  readonly get: (name: string) => ServedChannel | undefined;
  /** How replies leave to a channel, each delivery traced; undefined where they are fetched. */
  readonly push: (name: string) => Outbound | undefined;
  readonly isPush: (name: string) => boolean;
  /** Names of the channels with a push. */
  readonly pushChannels: () => readonly string[];
  readonly isPairing: (name: string) => boolean;
  readonly canSpeak: (name: string) => boolean;
  /** True for a name that nobody has told of. */
  readonly canAsk: (name: string) => boolean;
  readonly files: (name: string) => ChannelFiles | undefined;
  /** Returns the name of the channel that has a service; undefined for none. */
  readonly connectionOf: (service: string) => string | undefined;
  /** Binds a service of a channel to a call; `unavailable` if no served channel has it. */
  readonly service: <Name extends keyof Services>(
    name: Name,
    scope: ServiceScope,
  ) => Services[Name];
}

/** An empty list of them, which those who ask can hold before anything is served. */
export function createChannelRegistry(tracing: Tracing): ChannelRegistry {
  const served = new Map<string, ServedChannel>();
  const pushes = new Map<string, Outbound>();
  return {
    add(channels) {
      for (const channel of channels) {
        served.set(channel.name, channel);
        if (channel.push) pushes.set(channel.name, tracePush(channel.push, tracing));
      }
    },
    get: (name) => served.get(name),
    push: (name) => pushes.get(name),
    isPush: (name) => pushes.has(name),
    pushChannels: () => [...pushes.keys()],
    isPairing: (name) => served.get(name)?.isPairing ?? false,
    canSpeak: (name) => served.get(name)?.canSpeak ?? false,
    canAsk: (name) => served.get(name)?.canAsk ?? true,
    files: (name) => served.get(name)?.files,
    connectionOf: (service) =>
      [...served.values()].find(({ services = {} }) => service in services)?.name,
    service(name, scope) {
      for (const { services } of served.values()) {
        const create = services?.[name];
        if (create) return create(scope);
      }
      throw new Fault("unavailable", `The connection for ${name} is not open yet.`, {
        hint: "Try again in a moment.",
      });
    },
  };
}

/** A push whose deliveries are traced. */
function tracePush(push: Outbound, tracing: Tracing): Outbound {
  return {
    show: (address, events, of) => push.show(address, events, of),
    deliver: (address, part, options) => {
      const attributes = () => ({ "reeve.surface": address.channel, "reeve.part": part.type });
      const facts = { kind: "client", attributes } as const;
      return tracing.span("deliver", facts, () => push.deliver(address, part, options));
    },
  };
}
