import { readTranscript } from "../../../../test/kit/telegram/read-telegram.ts";
import { logIn } from "../../../../test/kit/telegram/telegram-person.ts";
import { startTelegramServer } from "../../../../test/kit/telegram/telegram-server.ts";
import type { ChannelStage, Platform } from "../../kit/testing/stage.ts";
import { startFaultProxy } from "../../kit/testing/fault-proxy.ts";
import { textsInJson } from "../../kit/testing/texts-in-json.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";

/** Each stage has a server of its own. */
export async function openPlatform(): Promise<Platform> {
  return { openStage, async [Symbol.asyncDispose]() {} };
}

async function openStage(): Promise<ChannelStage> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTelegramServer());
  const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
  const bot = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const ann = stack.use(await logIn(server, ANN));
  const proxy = stack.use(
    await startFaultProxy(server.botApi, ({ path }) => /\/send(?:Rich)?Message$/.test(path)),
  );
  const lines = async () => {
    const all = await readTranscript(server, { viewer: annId, chat: bot });
    return all.filter(({ from }) => from === bot);
  };
  const held = stack.move();
  return {
    channels: {
      telegramBot: { token: TOKEN, apiRoot: proxy.url, owners: [annId] },
    },
    proxy,
    say: async (text) => String(await ann.send(bot, text)),
    edit: (id, text) => ann.edit(bot, Number(id), text),
    async sendFile(name, text) {
      await ann.sendDocument(bot, { data: Buffer.from(text), name, mediaType: "text/plain" });
    },
    async press({ id }, answer) {
      const line = (await lines()).find((one) => String(one.id) === id);
      const buttons = (line?.buttons ?? []).map((row) =>
        row.map(({ text, callback_data: data }) => ({ label: text, data, url: undefined })),
      );
      await ann.click(
        { chat: bot, id: Number(id), buttons },
        answer === "allow" ? "✅ Confirm" : "❌ Cancel",
      );
    },
    shown: async () =>
      (await lines()).map(({ id, text, buttons = [], media }) => ({
        id: String(id),
        text,
        buttons: buttons.flat().map((one) => one.text),
        isFile: media !== undefined,
      })),
    textsIn: ({ body }) => textsInJson(body, ["text"]),
    refusals: {
      down: {
        type: "refuse",
        status: 502,
        body: { ok: false, error_code: 502, description: "Bad Gateway" },
      },
      flood: {
        type: "refuse",
        status: 429,
        body: {
          ok: false,
          error_code: 429,
          description: "Too Many Requests: retry after 1",
          parameters: { retry_after: 1 },
        },
      },
    },
    limit: { measure: ({ length }) => length, max: 4096 },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
