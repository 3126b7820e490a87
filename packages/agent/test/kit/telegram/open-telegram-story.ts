import type { Model } from "../../../src/llm/model.ts";
import type { RunningAgent } from "../start-agent.ts";
import { startTelegramAgent, type TelegramAgentOptions } from "./start-telegram-agent.ts";
import { logIn, type TelegramPerson } from "./telegram-person.ts";
import { startTelegramServer, type TelegramServer } from "./telegram-server.ts";

export const TOKEN = "42:secret";
const ANN = "9996620001";
const BOB = "9996620002";

export type TelegramStoryOptions = Partial<Omit<TelegramAgentOptions, "server" | "people">> & {
  readonly model: Model;
  /** Language that their app is set to. */
  readonly languageCode?: string;
};

/** Ann, who owns the agent, Bob, who is a member, the bot, and a group of all three. */
export interface TelegramStory extends AsyncDisposable {
  readonly server: TelegramServer;
  readonly ann: TelegramPerson;
  readonly bob: TelegramPerson;
  readonly botId: number;
  readonly group: number;
  readonly agent: RunningAgent;
}

/** Starts all of them; the bot is `@reeve_bot`. */
export async function openTelegramStory({
  languageCode = "en",
  ...own
}: TelegramStoryOptions): Promise<TelegramStory> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTelegramServer());
  const person = (firstName: string, phone: string) =>
    server.addPerson({ firstName, username: firstName.toLowerCase(), phone, languageCode });
  const annId = await person("Ann", ANN);
  const bobId = await person("Bob", BOB);
  const botId = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const group = await server.addGroup({
    title: "House",
    kind: "supergroup",
    creator: annId,
    members: [bobId, botId],
  });
  const ann = stack.use(await logIn(server, ANN));
  const bob = stack.use(await logIn(server, BOB));
  const people = { [annId]: "owner", [bobId]: "member" } as const;
  const agent = stack.use(await startTelegramAgent({ server, token: TOKEN, people, ...own }));
  const held = stack.move();
  return {
    server,
    ann,
    bob,
    botId,
    group,
    agent,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
