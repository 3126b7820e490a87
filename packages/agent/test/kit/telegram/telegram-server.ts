import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { z } from "zod";
import { recordRequests } from "../../../src/channels/telegram-bot/testing/record-requests.ts";
import { buildTelegramServer } from "./build-telegram-server.ts";

const info = z.object({
  host: z.string(),
  port: z.number(),
  dc: z.number(),
  publicKey: z.string(),
  control: z.string(),
  botApi: z.string(),
});

const event = z.looseObject({ event: z.string(), n: z.number(), t: z.number() });

const botCall = z.object({
  event: z.literal("botapi"),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  outcome: z.string(),
});

const answer = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

const made = z.object({ id: z.number() });

/** Event of the server, as its README lists them; `t` is in milliseconds. */
export type TelegramEvent = z.output<typeof event>;

export interface NewPerson {
  readonly firstName: string;
  /** Without `@`. Who has none can only be met in groups, or after writing first. */
  readonly username?: string;
  /** Needed to log in, digits only. */
  readonly phone?: string;
  readonly languageCode?: string;
  /** Whether everybody else has them among their contacts. */
  readonly contact?: boolean;
  /** A second factor. */
  readonly password?: string;
  /** Whether their app is too old for rich messages. */
  readonly oldClient?: boolean;
}

export interface NewBot {
  readonly firstName: string;
  readonly username: string;
  /** Token like the Bot API's: `42:secret`. */
  readonly token: string;
  /** Whether it has bot-to-bot communication turned on. */
  readonly botToBot?: boolean;
}

export interface NewGroup {
  readonly title: string;
  readonly kind?: "group" | "supergroup" | "forum" | "channel";
  /** The id of who founded it. */
  readonly creator: number;
  readonly members?: readonly number[];
  readonly admins?: readonly number[];
}

/** A Telegram of its own on this machine: MTProto for people, the Bot API for bots. Disposing of it stops it. */
export interface TelegramServer extends AsyncDisposable {
  /** URL for bots: grammY's `apiRoot`. */
  readonly botApi: string;
  /** Address for people's clients, and the key that they must know. */
  readonly mtproto: {
    readonly host: string;
    readonly port: number;
    readonly dc: number;
    readonly publicKey: string;
  };
  /** All that happened so far, oldest first. */
  readonly events: readonly TelegramEvent[];
  /** Gives the person's id, which is also the id of a direct chat with them. */
  addPerson(person: NewPerson): Promise<number>;
  addBot(bot: NewBot): Promise<number>;
  addGroup(group: NewGroup): Promise<number>;
  /** Runs one of the commands of the server's README; rejects with the server's words. */
  command(name: string, fields?: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** Builds the server where that is not done yet, and starts it on free ports of this machine. */
export async function startTelegramServer(
  options: {
    readonly flags?: readonly string[];
    /** It is tested itself: what it refuses is not the requests of an agent. */
    readonly isTested?: boolean;
  } = {},
): Promise<TelegramServer> {
  const binary = await buildTelegramServer();
  const child = spawn(binary, options.flags ?? [], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const ready = Promise.withResolvers<z.output<typeof info>>();
  const events: TelegramEvent[] = [];
  const lines = createInterface(child.stdout);
  lines.once("line", (first) => {
    ready.resolve(info.parse(JSON.parse(first)));
    lines.on("line", (line) => void events.push(event.parse(JSON.parse(line))));
  });
  child.once("error", ready.reject);
  child.once("exit", (code) => ready.reject(new Error(`${binary} ended with ${code}`)));
  const { control, botApi, ...mtproto } = await ready.promise;

  const command = async (name: string, fields: Readonly<Record<string, unknown>> = {}) => {
    const response = await fetch(`${control}/cmd`, {
      method: "POST",
      body: JSON.stringify({ cmd: name, ...fields }),
    });
    const answered = answer.parse(await response.json());
    if (!answered.ok) throw new Error(`${name}: ${answered.error}`);
    return answered.result;
  };
  const make = async (name: string, fields: Readonly<Record<string, unknown>>) =>
    made.parse(await command(name, fields)).id;

  return {
    botApi,
    mtproto,
    events,
    addPerson: (person) => make("addUser", { ...person }),
    addBot: (bot) => make("addUser", { ...bot, bot: true }),
    addGroup: ({ creator, ...group }) => make("addChat", { ...group, user: creator }),
    command,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await exited;
      const calls = events.flatMap((one) => {
        const called = botCall.safeParse(one);
        return called.success ? [called.data] : [];
      });
      await recordRequests(
        options.isTested ? calls.filter(({ outcome }) => outcome === "ok") : calls,
      );
    },
  };
}
