import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { z } from "zod";
import { runApp } from "../../src/app/app.ts";
import { configSchema } from "../../src/app/config-schema.ts";
import { prepareHome, resolveHome } from "../../src/platform/home.ts";
import type { Log, LogFields } from "../../src/platform/log.ts";
import { connectFrames } from "../../src/surfaces/cli/connect.ts";
import type { FrameClient } from "../../src/surfaces/cli/frame-client.ts";
import type { TelegramServer } from "./telegram-server.ts";

export interface TelegramAppOptions {
  readonly server: TelegramServer;
  readonly token: string;
  /** The bot's section of the config, beside token and apiRoot. */
  readonly bot?: Omit<
    NonNullable<z.input<typeof configSchema>["channels"]>["telegramBot"] & object,
    "token" | "apiRoot"
  >;
  /** Further sections of the config. */
  readonly config?: z.input<typeof configSchema>;
  /** Where an agent lived before; a new folder without it, which goes with the app. */
  readonly folder?: string;
}

/** A whole process of the agent with a bot, but for being one. Disposing of it stops it. */
export interface TelegramApp extends AsyncDisposable {
  /** A terminal of the owner's. */
  readonly client: FrameClient;
  readonly folder: string;
  /** Of the gateway. */
  readonly url: string;
  /** Warnings and errors. */
  readonly logged: readonly { readonly sentence: string; readonly fields: LogFields }[];
}

/** Runs the agent with the built-in model; it talks to the bot's server and answers by itself. */
export async function openTelegramApp(options: TelegramAppOptions): Promise<TelegramApp> {
  const { server, token, bot, folder: given } = options;
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), "reeve-bot-")));
  const home = resolveHome({ REEVE_HOME: path.join(folder, "home") }, folder);
  await prepareHome(home);
  const config = configSchema.parse({
    agent: { model: "offline/rules" },
    embedding: { provider: "none" },
    http: { port: 0 },
    storage: { synchronous: "normal" },
    channels: { telegramBot: { ...bot, token, apiRoot: server.botApi } },
    ...options.config,
  });
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const logged: { sentence: string; fields: LogFields }[] = [];
  let url = "";
  const note = (sentence: string, fields: LogFields = {}) => void logged.push({ sentence, fields });
  const log: Log = {
    debug: () => {},
    info(sentence, fields) {
      if (sentence === "http listens") url = String(fields?.["url"]);
    },
    warn: note,
    error: note,
    child: () => log,
  };
  const ended = runApp({
    home,
    config,
    readConfig: async () => config,
    log,
    version: "1",
    env: {},
    signal: stop.signal,
    onReady: ready.resolve,
  });
  await Promise.race([ready.promise, ended]);
  const client = await connectFrames(home.socket, { signal: new AbortController().signal });
  return {
    client,
    folder,
    url,
    logged,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      client.close();
      if (given === undefined) await rm(folder, { recursive: true });
    },
  };
}
