import { askAs } from "../../src/operations/ask.ts";
import type { Ask } from "@reeve/operations/ask";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import type { z } from "zod";
import { configSchema } from "../../src/app/config-schema.ts";
import { type Agent, openAgent } from "../../src/app/open-agent.ts";
import { type ClientChats, createClientChats } from "../../src/core/client-chats.ts";
import { createEvents, type Events } from "../../src/core/events/events.ts";
import { CHANGES_JOBS } from "../../src/core/schedule.ts";
import { createWakeup } from "../../src/kernel/wakeup.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { type InboxId, newId } from "../../src/kernel/ids.ts";
import { type CapturedLog, captureLog } from "../../src/llm/testing/kept-log.ts";
import { type MockServer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { prepareHome, resolveHome } from "../../src/platform/home.ts";
import type { CommitPoint } from "../../src/store/commit-point.ts";
import { openTestSqlite } from "../../src/store/sqlite/testing/open-test-sqlite.ts";
import { createHttpChannel } from "../../src/channels/http/channel.ts";
import { pushChannelsOf } from "../../src/channels/kit/channel.ts";
import {
  type ScriptedChannel,
  scriptedChannel,
} from "../../src/channels/testing/scripted-channel.ts";

type Channels = NonNullable<z.input<typeof configSchema>["channels"]>;

/** A start of a home's agent. Disposing of it ends the agent; the home stays. */
export interface OwnedAgent extends AsyncDisposable {
  readonly agent: Agent;
  /** Commit points that became durable, in order. */
  readonly commits: readonly CommitPoint[];
  readonly log: CapturedLog;
  /** Events published since startup began, as `channel/chat type`. */
  readonly published: readonly string[];
  readonly telegram: ScriptedChannel;
  readonly whatsapp: ScriptedChannel;
  readonly conversations: ClientChats;
  /** Sends a message as the owner at the terminal; resolves to its final state. */
  atTerminal(text: string): Promise<string>;
  /** Sends a message as the owner's API client; resolves to its chat, once it was answered. */
  overApi(text: string): Promise<string>;
  /** Requests operations as the same person. */
  readonly ask: Ask;
}

interface StartOptions {
  /** Leaves messages waiting for the next start. */
  readonly isServing?: false;
  readonly twoPerson?: readonly string[];
}

/** A home whose agent is started, and started again with other settings. Its owner is Ann. */
export interface OwnedHome extends AsyncDisposable {
  readonly provider: MockServer;
  /** Writes it into the owner's MEMORY.md. */
  remember(text: string): Promise<void>;
  start(channels: Channels, options?: StartOptions): Promise<OwnedAgent>;
}

export async function openOwnedHome(): Promise<OwnedHome> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-owned-"));
  const home = resolveHome({ REEVE_HOME: path.join(folder, "home") }, folder);
  await prepareHome(home);
  const provider = await startMockServer();
  return {
    provider,
    remember: (text) => writeFile(path.join(home.workspace, "MEMORY.md"), text),
    async start(channels, options = {}) {
      const config = configSchema.parse({
        agent: { model: "openai/gpt-4o", utilityModel: "offline/rules", ownerName: "Ann" },
        models: { apiKey: "sk-test", baseUrl: `${provider.url}/v1` },
        embedding: { provider: "none" },
        storage: { synchronous: "normal" },
        approvals: { twoPerson: options.twoPerson ?? [] },
        channels,
      });
      await using undo = new AsyncDisposableStack();
      const commits: CommitPoint[] = [];
      const [changedWakeup, jobsWakeup] = [createWakeup(), createWakeup()];
      const store = undo.use(
        await openTestSqlite(home.database, {
          ...config.storage,
          onCommit(point, when) {
            if (when === "before") return;
            commits.push(point);
            changedWakeup.notify();
            if (CHANGES_JOBS.has(point)) jobsWakeup.notify();
          },
        }),
      );
      const opened = { store, changedWakeup, jobsWakeup, [Symbol.asyncDispose]: async () => {} };
      const log = captureLog();
      const published: string[] = [];
      const events = recordingEvents(createEvents(store), published);
      const setup = { home, config, log, version: "1", env: {}, events };
      const agent = undo.use(await openAgent({ ...setup, opened }));
      const telegram = scriptedChannel({ name: "telegram-bot" });
      const whatsapp = scriptedChannel({ name: "whatsapp" });
      const served = [createHttpChannel(), telegram, whatsapp];
      const stop = new AbortController();
      const serving =
        options.isServing === false ? undefined : agent.core.serve(served, stop.signal);
      undo.defer(async () => {
        stop.abort();
        await serving;
      });
      const { core, owner } = agent;
      const { inbox } = core;
      const conversations = createClientChats({
        store,
        inbox,
        clock: systemClock,
        pushChannels: () => pushChannelsOf(served),
      });
      const caller = { person: owner, channel: "cli", externalId: "main" };
      const endOf = async (message: InboxId) => {
        const fate = async () => (await store.read.inbox.byId(message))?.state;
        await expect.poll(fate, { timeout: 20_000 }).not.toMatch(/^(queued|taken)$/);
        return (await fate()) ?? "unknown";
      };
      const held = undo.move();
      return {
        agent,
        commits,
        log,
        published,
        telegram,
        whatsapp,
        conversations,
        async atTerminal(text) {
          const { message } = await inbox.deliver({
            id: newId(),
            edit: 0,
            address: { channel: "cli", externalId: "main", kind: "direct" },
            sender: { id: owner.id, name: owner.name },
            text,
            sentAt: Date.now(),
          });
          return endOf(message);
        },
        async overApi(text) {
          const address = await conversations.find("own", owner);
          const said = await conversations.say(address, owner, {
            message: newId(),
            text,
            scopes: ["admin"],
          });
          await endOf(said.message);
          return `${address.channel}/${address.externalId}`;
        },
        ask: askAs(core.control, caller),
        [Symbol.asyncDispose]: () => held.disposeAsync(),
      };
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function recordingEvents(events: Events, published: string[]): Events {
  return {
    ...events,
    publish(address, told) {
      const externalId = `${address.channel}/${address.externalId}`;
      published.push(...told.map(({ type }) => `${externalId} ${type}`));
      events.publish(address, told);
    },
  };
}
