import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { notes } from "@reeve/operations/memory/notes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { MockAnswer } from "../../src/llm/testing/mock-server.ts";
import { startMockServer } from "../../src/llm/testing/mock-server.ts";
import { openTelegramApp } from "../kit/telegram/open-telegram-app.ts";

const run = promisify(execFile);

/** An emulator of the Bot API by others; it shares no code with our server or with grammY. */
const EMULATOR = "telegram-test-api@4.2.1";
const TOKEN = "42:secret";
const ANN = 7;

const sent = z.object({
  messageId: z.number(),
  message: z.looseObject({
    chat_id: z.union([z.string(), z.number()]),
    text: z.string(),
    reply_markup: z
      .object({
        inline_keyboard: z.array(
          z.array(z.object({ text: z.string(), callback_data: z.string() })),
        ),
      })
      .optional(),
  }),
});
type Sent = z.output<typeof sent>;

/** Methods of the emulator that are used. Its own types are there only once it is installed. */
type Emulator = new (options: { readonly port: number; readonly host: string }) => {
  readonly storage: { readonly botMessages: readonly unknown[] };
  start(): Promise<void>;
  stop(): Promise<boolean>;
  getClient(token: string, options: object): EmulatedPerson;
};

interface EmulatedPerson {
  makeMessage(text: string): object;
  sendMessage(message: object): Promise<unknown>;
  makeCallbackQuery(data: string, options: object): object;
  sendCallback(query: object): Promise<unknown>;
}

let folder: string;
let Emulator: Emulator;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-emulator-"));
  await writeFile(path.join(folder, "package.json"), "{}");
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", EMULATOR], {
    cwd: folder,
  });
  Emulator = createRequire(path.join(folder, "index.js"))("telegram-test-api") as Emulator;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens Ann's agent over the emulator, and Ann, who owns it. */
async function openHouse(answers: readonly (string | MockAnswer)[]) {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const server = new Emulator({ port, host: "127.0.0.1" });
  await server.start();
  stack.defer(async () => void (await server.stop()));
  const left = [...answers];
  const provider = stack.use(
    await startMockServer({
      answer: () => {
        const said = left.shift() ?? "Done.";
        return typeof said === "string" ? { text: said } : said;
      },
    }),
  );
  const app = stack.use(
    await openTelegramApp({
      server: { botApi: `http://127.0.0.1:${port}` },
      token: TOKEN,
      bot: { owners: [ANN], rich: "off" },
      config: {
        agent: { model: "openai/gpt-4o", utilityModel: "offline/rules", ownerName: "Ann" },
        models: { apiKey: "sk-test", baseUrl: `${provider.url}/v1` },
      },
    }),
  );
  const person = server.getClient(TOKEN, { userId: ANN, chatId: ANN, firstName: "Ann" });
  const seen = (): readonly Sent[] => server.storage.botMessages.map((one) => sent.parse(one));
  const held = stack.move();
  return {
    app,
    write: (text: string) => person.sendMessage(person.makeMessage(text)),
    press: ({ messageId, message: { text } }: Sent, data: string) =>
      person.sendCallback(
        person.makeCallbackQuery(data, { message: { message_id: messageId, date: 1, text } }),
      ),
    seen,
    /** Waits for a message that the bot shows now, whether it was sent or edited into this. */
    async receive(isWanted: (message: Sent) => boolean): Promise<Sent> {
      await expect.poll(() => seen().some(isWanted)).toBe(true);
      const found = seen().find(isWanted);
      if (!found) throw new Error("the message has changed");
      return found;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("there is no port");
  return address.port;
}

test("over an emulator by others, a message is answered once", async () => {
  await using house = await openHouse(["It is four degrees."]);
  await house.write("how cold is it?");
  const { message } = await house.receive(
    ({ message: { text } }) => text === "It is four degrees.",
  );
  expect(Number(message.chat_id)).toBe(ANN);
  expect(house.seen()).toHaveLength(1);
});

test("over an emulator by others, an approval is given by its button", async () => {
  await using house = await openHouse([
    { calls: [{ name: "tool_call", args: DELETION }] },
    "It is gone.",
  ]);
  await house.app.client.ask(notes.create, { text: "the tea is in the blue tin" }, { key: "n1" });
  await house.write("delete that note");
  const question = await house.receive(({ message: { reply_markup: markup } }) => !!markup);
  const [button] = question.message.reply_markup?.inline_keyboard.flat() ?? [];
  if (!button) throw new Error("the question has no button");
  await house.press(question, button.callback_data);
  await house.receive(({ message: { text } }) => text === "It is gone.");
  const closed = await house.receive(({ message: { text } }) => text.includes("✅"));
  expect(closed.messageId).toBe(question.messageId);
  expect((await house.app.client.ask(notes.list, {})).items).toEqual([]);
});

const DELETION = { name: "note_delete", arguments: { id: "n1" } };
