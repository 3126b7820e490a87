import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Tool, Web, WebSearch } from "@reeve/sdk";
import { z } from "zod";
import { buildToolbox } from "../../src/app/tools/build-toolbox.ts";
import { createFeatures } from "../../src/app/features.ts";
import { createDailySummary } from "../../src/app/save-daily-summary.ts";
import { createPromptFiles } from "../../src/app/prompt-files.ts";
import { contextConfig } from "../../src/core/config.ts";
import { type Core, createCore } from "../../src/core/core.ts";
import { noWebhooks } from "../../src/core/testing/no-webhooks.ts";
import { createWakeup, notifyAll } from "../../src/kernel/wakeup.ts";
import { newId, type PersonId, toId } from "../../src/kernel/ids.ts";
import type { Role } from "../../src/kernel/principal.ts";
import type { Model } from "../../src/llm/model.ts";
import { createKnowledge } from "../../src/memory/knowledge.ts";
import { createRecall } from "../../src/memory/recall.ts";
import { catchUpWith } from "../../src/memory/search/index-messages.ts";
import { createMemorySearch, type MemorySearch } from "../../src/memory/search.ts";
import { openFolder } from "../../src/platform/folder.ts";
import type { Log } from "../../src/platform/log.ts";
import type { Approval } from "../../src/store/turns/approvals.ts";
import { openTestSqlite } from "../../src/store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import {
  type MessageOptions,
  type ScriptedChannel,
  scriptedChannel,
} from "../../src/channels/testing/scripted-channel.ts";

export interface LabOptions {
  readonly model: Model;
  readonly utility?: Model;
  /** Texts of web pages, by URL. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Result of the external tool. */
  readonly mail?: string;
  /** Content of MEMORY.md at the start. */
  readonly memory?: string;
  /** After so many messages a conversation is summed up. */
  readonly compactMessages?: number;
  /** Parts that are replaced, to see whether that is noticed. */
  readonly plant?:
    | {
        readonly store?: (store: Store) => Store;
        readonly search?: (search: MemorySearch) => MemorySearch;
      }
    | undefined;
}

/** An agent with every built-in tool, and with tools whose effects are written down. */
export interface Lab extends AsyncDisposable {
  readonly core: Core;
  readonly store: Store;
  /** Effects in the outside world, in order. */
  readonly effects: readonly string[];
  /** Sends a message and waits until all replies are done. */
  say(text: string, options?: MessageOptions): Promise<void>;
  /** Waits until nothing is left to answer. */
  settled(): Promise<void>;
  /** Returns the questions that nobody has answered yet. */
  questions(): Promise<readonly Approval[]>;
  /** Answers the open question about a tool with yes, and waits until all that follows is done. */
  allow(tool: string): Promise<void>;
  /** Runs every job now, and waits until all that follows is done. */
  runJobs(): Promise<void>;
  /** Allows every tool that sends, in the chat of the owner, for any arguments. */
  grantAll(): Promise<void>;
}

const OWNER: PersonId = toId("owner");
const SENDING = ["email_send", "ton_pay", "shell_run", "files_wipe"];

export async function openLab(options: LabOptions): Promise<Lab> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-lab-"));
  const committed = createWakeup();
  const { store: changeStore = unchanged, search: changeSearch = unchanged } = options.plant ?? {};
  const opened = await openTestSqlite(path.join(home, "reeve.db"), {
    synchronous: "normal",
    onCommit: (_point, when) => when === "after" && notifyAll(committed).notify(),
  });
  const store = changeStore(opened);
  const errors: unknown[] = [];
  const log = createLog(errors);
  const identity = { tenant: "home", channel: "scripted", externalId: "ann" };
  const owner = { id: OWNER, tenant: "home", role: "owner", name: "Ann" } as const;
  await store.commit("configure-owner", (tx) => tx.people.add(owner, identity));
  const effects: string[] = [];
  const folder = openFolder(path.join(home, "workspace"));
  if (options.memory !== undefined)
    await folder.write("MEMORY.md", Buffer.from(options.memory), { createFolders: true });
  const clock = { now: Date.now, timeZone: "UTC" };
  const search = changeSearch(
    createMemorySearch({
      passages: store.read.passages,
      search: store.search,
      catchUp: catchUpWith(store),
      clock,
    }),
  );
  const outside = outsideOf(options.pages ?? {}, effects);
  const toolbox = await buildToolbox({
    features: createFeatures({
      store,
      clock,
      newId,
      timeZone: "UTC",
      memorySearch: search,
      folder,
      web: outside.web,
    }),
    store,
    folder,
    clock,
    timeZone: "UTC",
    ...outside,
    memorySearch: search,
    more: toolsWith(effects, options.mail ?? ""),
  });
  const channel: ScriptedChannel = scriptedChannel();
  const memoryOf = (least: "owner") => createKnowledge(folder, { clock, minIntegrity: least });
  const core = createCore({
    store,
    model: options.model,
    utility: options.utility,
    recall: createRecall({ search, feed: store.read.messages }),
    toolbox,
    log,
    clock,
    newId,
    webhooks: noWebhooks,
    operations: [],
    promptFiles: createPromptFiles(folder, memoryOf("owner"), {
      isOwn: async (digest) => !(await store.read.fileLabels.ofDigest("home", digest)),
    }),
    saveDailySummary: createDailySummary(
      (integrity) => createKnowledge(folder, { clock, integrity }),
      owner,
    ),
    policy: {
      ownerName: "Ann",
      context: contextConfig.parse({
        ...(options.compactMessages && {
          compactMessages: options.compactMessages,
          keepMessages: 2,
        }),
      }),
      intake: {
        tenant: "home",
        roleOf: (_channel, sender) => ROLES.get(sender) ?? "stranger",
        newChat: { mode: "steer", maxSteps: 6 },
      },
      turns: { approvalMs: 86_400_000, timeZone: "UTC" },
      limits: { timeoutMs: 30_000, maxResultChars: 4000 },
    },
  });
  const stopping = new AbortController();
  const serving = core.serve([channel], stopping.signal);

  const settled = async () => {
    while (!(await isIdle(store))) await committed.wait();
    if (errors.length > 0) throw new Error("something broke", { cause: errors });
  };
  const questions = async () =>
    (await store.read.approvals.list(500)).filter(({ state }) => state === "pending");
  return {
    core,
    store,
    effects,
    settled,
    async say(text, spoken) {
      await channel.say(text, spoken);
      await settled();
    },
    questions,
    async allow(tool) {
      const open = (await questions()).find((one) => one.tool === tool);
      if (!open) throw new Error(`nothing was asked about ${tool}`);
      const verdict = "allow" as const;
      await core.inbox.decide({ approval: open.id, verdict, by: owner });
      await settled();
    },
    async runJobs() {
      const { jobs } = store.read;
      for (const { id } of await jobs.list({ tenant: "home", limit: 100 })) {
        await core.schedule.run(id);
        while (!(await jobs.runs(id, 1))[0]?.message) await committed.wait();
      }
      await settled();
    },
    async grantAll() {
      const chat = (await store.read.chats.list()).find(({ externalId }) => externalId === "1");
      if (!chat) throw new Error("nobody has said anything yet");
      await store.commit("decide", async (tx) => {
        for (const tool of SENDING)
          await tx.approvals.addGrant({
            id: newId(),
            tool,
            chat: chat.id,
            argsHash: null,
            grantedBy: OWNER,
            until: null,
          });
      });
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await serving;
      await opened[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

const ROLES: ReadonlyMap<string, Role> = new Map([
  ["ann", "owner"],
  ["bob", "member"],
]);

async function isIdle({ read }: Store): Promise<boolean> {
  const { queued = 0, taken = 0 } = await read.inbox.count();
  if (queued + taken > 0) return false;
  if ((await read.outbox.due(0, 0)).nextAt !== undefined) return false;
  return (await read.sessions.withoutSummary(1)).length === 0;
}

function outsideOf(pages: Readonly<Record<string, string>>, effects: string[]) {
  const web: Web = {
    async fetch(url) {
      const text = pages[url];
      if (text === undefined) effects.push(`fetched ${url}`);
      return { url, title: undefined, contentType: "text/html", text: text ?? "nothing" };
    },
  };
  const webSearch: WebSearch = {
    async search(query) {
      const results = Object.entries(pages).map(([url, text]) => ({
        title: url,
        url,
        snippet: text.slice(0, 200),
      }));
      return { answer: `About ${query}`, results };
    },
  };
  return { web, webSearch };
}

function toolsWith(effects: string[], mail: string): readonly Tool[] {
  const acting = (name: string, own: Pick<Tool, "effect" | "params" | "targetChat">): Tool => ({
    name,
    summary: `Does ${name}.`,
    scope: "always",
    access: "anyone",
    needs: [],
    ...own,
    async run(params) {
      effects.push(`${name} ${JSON.stringify(params)}`);
      return "done";
    },
  });
  const text = z.string();
  return [
    acting("email_send", { effect: "send", params: z.object({ to: text, body: text }) }),
    acting("ton_pay", { effect: "pay", params: z.object({ to: text, amount: text }) }),
    acting("shell_run", { effect: "exec", params: z.object({ command: text }) }),
    acting("files_wipe", { effect: "destroy", params: z.object({ path: text }) }),
    {
      ...acting("chat_say", { effect: "send", params: z.object({ chatId: text, text }) }),
      targetChat: (params) => ({
        platform: "scripted",
        chatId: z.object({ chatId: text }).parse(params).chatId,
      }),
      run: async () => "said",
    },
    {
      ...acting("mail_read", { effect: "read", params: z.object({}) }),
      run: async () => mail,
    },
  ];
}

/** Creates a log that stores errors, which are reported when everything has settled. */
function createLog(errors: unknown[]): Log {
  const error = (sentence: string, fields?: unknown) => void errors.push({ sentence, fields });
  const log: Log = { debug: silent, info: silent, warn: silent, error, child: () => log };
  return log;
}

function silent(): void {}

function unchanged<Part>(part: Part): Part {
  return part;
}
