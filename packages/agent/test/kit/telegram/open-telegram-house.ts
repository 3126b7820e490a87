import {
  type MockAnswer,
  type MockServer,
  startMockServer,
} from "../../../src/llm/testing/mock-server.ts";
import type { App } from "../open-app.ts";
import { openTelegramApp, type TelegramAppOptions } from "./open-telegram-app.ts";
import { TOKEN } from "./open-telegram-story.ts";
import { logIn, type TelegramPerson } from "./telegram-person.ts";
import { startTelegramServer, type TelegramServer } from "./telegram-server.ts";

const ANN = "9996620001";

export interface TelegramHouseOptions extends Partial<
  Omit<TelegramAppOptions, "server" | "token">
> {
  /** One of OpenAI's; default: one that sees pictures. */
  readonly model?: string;
  /** Returns the model's answer to a request; `json` is the whole request. */
  readonly answer: (request: {
    readonly model: string;
    readonly json: string;
  }) => string | MockAnswer;
  /** Language that their app is set to. */
  readonly languageCode?: string;
}

/** A whole process of the agent, its provider, its bot, and Ann, who owns it. */
export interface TelegramHouse extends AsyncDisposable {
  readonly server: TelegramServer;
  readonly ann: TelegramPerson;
  readonly botId: number;
  readonly app: App;
  readonly provider: MockServer;
}

export async function openTelegramHouse({
  model = "gpt-4o",
  answer,
  languageCode = "en",
  ...own
}: TelegramHouseOptions): Promise<TelegramHouse> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTelegramServer());
  const provider = stack.use(
    await startMockServer({
      answer: ({ body }) => {
        const said = answer({ model: String(body["model"]), json: JSON.stringify(body) });
        return typeof said === "string" ? { text: said } : said;
      },
    }),
  );
  const named = { firstName: "Ann", username: "ann", phone: ANN, languageCode };
  const annId = await server.addPerson(named);
  const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const ann = stack.use(await logIn(server, ANN));
  const app = stack.use(
    await openTelegramApp({
      server,
      token: TOKEN,
      ...own,
      bot: { owners: [annId], ...own.bot },
      config: {
        agent: { model: `openai/${model}`, utilityModel: "offline/rules", ownerName: "Ann" },
        models: { apiKey: "sk-test", baseUrl: `${provider.url}/v1` },
        ...own.config,
      },
    }),
  );
  const held = stack.move();
  return {
    server,
    ann,
    botId,
    app,
    provider,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
