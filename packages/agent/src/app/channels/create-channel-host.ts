import { readFile } from "node:fs/promises";
import type { ChannelFiles } from "../../core/attachments.ts";
import type { ChannelHost } from "../../channels/kit/channel-host.ts";
import type { FileLinks } from "../../channels/kit/file-links.ts";
import type { Clock } from "../../kernel/clock.ts";
import { wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { Identity } from "../../store/people/people.ts";
import type { Store } from "../../store/store.ts";
import { TENANT } from "../agent-kernel.ts";
import type { Config } from "../config-schema.ts";
import type { Agent } from "../open-agent.ts";
import { createBilledSpeech } from "../speech/billed-speech.ts";
import type { StartSteps } from "../start-steps.ts";
import { createChannelMemory } from "./create-channel-memory.ts";
import { findMessageText } from "./find-message-text.ts";

export interface ChannelSetup {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** Told that a channel works, or why it does not, while it goes on trying. */
  readonly steps: Pick<StartSteps, "report">;
  readonly files: FileLinks;
  /** Files that came in over the API. */
  readonly uploads: ChannelFiles;
}

/** Creates what the agent offers to one channel. */
export function createChannelHost(
  channel: string,
  { core, store, speech }: Pick<Agent, "core" | "store" | "speech">,
  { config, log, clock, steps, files }: ChannelSetup,
): ChannelHost {
  const tenant = TENANT;
  const { timeZone, language } = config.agent;
  const { limits, http } = config;
  return {
    state: createChannelMemory(store, { tenant, channel, clock }),
    control: core.control,
    commands: core.commands,
    resolveSender: (sender) => core.resolveSender(channel, sender),
    findSaid: (chat, message) => findMessageText(store, { channel, chat, message }),
    languageIn: (externalId) => findChosenLanguage(store, { tenant, channel, externalId }),
    language,
    async requesterOf({ person, chat }) {
      const found = await store.read.chats.byId(chat);
      return {
        account: (await store.read.people.identityOn(person, channel))?.externalId,
        chat: found?.channel === channel ? found.externalId : undefined,
      };
    },
    async directChatsOf(role) {
      const chats = await store.read.chats.directOf(tenant, [role]);
      return chats.filter((one) => one.channel === channel).map(({ externalId }) => externalId);
    },
    ...(speech.say && {
      say: createBilledSpeech(speech.say, { store, tenant, clock, timeZone, limits }),
    }),
    readFile: (path) => readFile(path),
    linkTo: (file) => files.create(file),
    publicUrl: http.publicUrl,
    report: (reason) => steps.report(channel, reason),
    clock,
    pause: wait,
    log,
  };
}

/** Returns the language that a person has chosen in their preferences, as BCP 47. */
export async function findChosenLanguage(
  { read }: Pick<Store, "read">,
  identity: Identity,
): Promise<string | undefined> {
  const person = await read.people.byIdentity(identity);
  if (!person) return undefined;
  const { language } = await read.preferences.of({ tenant: identity.tenant, person: person.id });
  return language;
}
