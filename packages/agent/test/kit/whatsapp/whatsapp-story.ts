import { readFile } from "node:fs/promises";
import { setImmediate as nextTick } from "node:timers/promises";
import type { z } from "zod";
import { createChannelMemory } from "../../../src/app/channels/create-channel-memory.ts";
import { findChosenLanguage } from "../../../src/app/channels/create-channel-host.ts";
import { findMessageText } from "../../../src/app/channels/find-message-text.ts";
import { createWhatsAppClient } from "../../../src/channels/whatsapp/api/create-client.ts";
import type { Clock } from "../../../src/kernel/clock.ts";
import { wait } from "../../../src/kernel/wait.ts";
import { type Log, silentLog } from "../../../src/platform/log.ts";
import { Secret } from "../../../src/platform/secret.ts";
import type { Channel } from "../../../src/channels/kit/channel.ts";
import type { ChannelState } from "../../../src/channels/kit/channel-state.ts";
import { whatsappConfig } from "../../../src/channels/whatsapp/config.ts";
import { createWhatsApp } from "../../../src/channels/whatsapp/channel.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "../start-agent.ts";
import { ACCESS_TOKEN, PHONE_NUMBER_ID, type WhatsAppGraph } from "./whatsapp-graph.ts";
import {
  APP_SECRET,
  newsOf,
  type PhoneMessage,
  type PhoneStatus,
  signCall,
  type SignedCall,
  VERIFY_TOKEN,
} from "./whatsapp-phone.ts";

export interface WhatsAppStoryOptions extends Omit<AgentOptions, "channels" | "clock"> {
  readonly graph: WhatsAppGraph;
  readonly config?: z.input<typeof whatsappConfig>;
  /** Replacement for pauses that end at once. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Log of the channel; without it, log lines are dropped. */
  readonly log?: Log;
}

/** An agent with a number on WhatsApp. Disposing of it stops it. */
export interface WhatsAppStory extends AsyncDisposable {
  readonly agent: RunningAgent;
  readonly channel: Channel;
  /** Lets hours pass on the clock of all. */
  pass(hours: number): void;
  /** Seconds now, as Meta counts. */
  seconds(): number;
  /** Reports a person's action to the agent; resolves to the status of the response. */
  tell(message: Partial<PhoneMessage> & Pick<PhoneMessage, "content">): Promise<number>;
  status(...statuses: readonly PhoneStatus[]): Promise<number>;
  call(call: Partial<SignedCall> & { readonly body: string }): Promise<number>;
  /** Resolves once everything that was to leave has left, and is known to have. */
  rest(): Promise<void>;
  /** Lengths of all pauses in milliseconds, except those for typing. */
  readonly pauses: readonly number[];
}

/** Number of the default sender. */
export const ANN = "4915112345678";

/** Beneath a message that is being answered, typing is shown again that often. */
const TYPING_MS = 20_000;

export async function openWhatsAppStory(options: WhatsAppStoryOptions): Promise<WhatsAppStory> {
  const { graph, config = {}, pause = noPause, log = silentLog, ...own } = options;
  const settings = whatsappConfig.parse({ ...config, baseUrl: graph.url });
  let ahead = 0;
  const clock: Clock = { now: () => Date.now() + ahead };
  const started = Promise.withResolvers<RunningAgent>();
  const memory = laterMemory(
    started.promise.then(({ store }) =>
      createChannelMemory(store, { tenant: "home", channel: "whatsapp", clock }),
    ),
  );
  const pauses: number[] = [];
  const channel = createWhatsApp({
    client: createWhatsAppClient({
      phoneNumberId: PHONE_NUMBER_ID,
      accessToken: new Secret(ACCESS_TOKEN),
      apiVersion: settings.apiVersion,
      baseUrl: settings.baseUrl,
    }),
    phoneNumberId: PHONE_NUMBER_ID,
    appSecret: new Secret(APP_SECRET),
    verifyToken: new Secret(VERIFY_TOKEN),
    config: settings,
    state: memory,
    control: { receive: async (...args) => (await started.promise).core.control.receive(...args) },
    resolveSender: async (sender) => (await started.promise).core.resolveSender("whatsapp", sender),
    findSaid: async (externalId, message) =>
      findMessageText((await started.promise).store, {
        channel: "whatsapp",
        chat: externalId,
        message,
      }),
    languageIn: async (externalId) =>
      (await findChosenLanguage((await started.promise).store, {
        tenant: "home",
        channel: "whatsapp",
        externalId,
      })) ?? settings.language,
    readFile: (path) => readFile(path),
    clock,
    async pause(ms, signal) {
      if (ms === TYPING_MS) return wait(ms, signal);
      pauses.push(ms);
      await pause(ms, signal);
    },
    log,
  });
  const agent = await startAgent({ ...own, clock, channels: [channel] });
  started.resolve(agent);
  const seconds = () => Math.floor(clock.now() / 1000);
  let messages = 0;

  const call: WhatsAppStory["call"] = async ({ body, signature }) => {
    const answer = await channel.route?.answer({
      method: "POST",
      headers: { "x-hub-signature-256": signature },
      query: new URLSearchParams(),
      body: Buffer.from(body),
    });
    return answer?.status ?? 0;
  };
  while ((await call(signCall(newsOf({})))) === 503) await nextTick();
  return {
    agent,
    channel,
    call,
    pauses,
    async rest() {
      while ((await agent.store.read.outbox.due(0, 0)).nextAt !== undefined) await nextTick();
    },
    seconds,
    pass: (hours) => {
      ahead += hours * 3_600_000;
    },
    async tell(message) {
      messages += 1;
      const id = `wamid.IN${messages}`;
      return call(signCall(newsOf({ messages: [{ id, from: ANN, at: seconds(), ...message }] })));
    },
    status: (...statuses) =>
      call(signCall(newsOf({ statuses: statuses.map((one) => ({ at: seconds(), ...one })) }))),
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
    },
  };
}

async function noPause(): Promise<void> {}

/** The channel is there before the agent whose memory it is. */
function laterMemory(coming: Promise<ChannelState>): ChannelState {
  return {
    get: async (key) => (await coming).get(key),
    set: async (key, value, of) => (await coming).set(key, value, of),
    delete: async (key) => (await coming).delete(key),
  };
}
