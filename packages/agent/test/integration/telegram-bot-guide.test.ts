import { expect, test } from "vitest";
import { openReeveCommands } from "../kit/reeve-commands.ts";
import { logIn, type TelegramPerson } from "../kit/telegram-person.ts";
import { startTelegramServer } from "../kit/telegram-server.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const EVE = "9996620002";

async function ask(person: TelegramPerson, chat: number, text: string): Promise<string> {
  const after = person.seen.length;
  await person.send(chat, text);
  return (await person.receive(({ from }) => from === chat, { after, edits: "too" })).text;
}

/** The guide on the bot, step after step, as somebody takes it who has just installed the agent. */
test("the steps of the guide lead from a token to a bot that answers whom its owner lets in", async () => {
  await using server = await startTelegramServer();
  await using reeve = await openReeveCommands();
  const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
  await server.addPerson({ firstName: "Eve", username: "eve", phone: EVE });
  const bot = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  await using ann = await logIn(server, ANN);
  await using eve = await logIn(server, EVE);
  const set = (name: string, value: string) => reeve.run(["config", "set", name, value]);
  await set("channels.telegramBot.apiRoot", server.botApi);
  await set("agent.model", "offline/rules");
  await set("embedding.provider", "none");

  const setUp = await reeve.run(["setup", "telegram"], `42:wrong\n${TOKEN}\n${annId}\n`);
  expect(setUp).toMatchObject({ code: 0, err: "" });
  expect(setUp.out).toContain("Telegram does not know the bot's token");
  expect(setUp.out).toContain("That is @reeve_bot.");
  expect(setUp.out).toContain("Write to @reeve_bot once the agent was started again.");

  expect(await reeve.run(["start", "--detach"])).toMatchObject({ code: 0 });
  expect(await ask(ann, bot, "hello")).toContain("offline model");
  expect(await ask(ann, bot, "/start")).toContain("You are my owner");
  expect((await reeve.run(["doctor"])).out).toMatch(/telegram.*@reeve_bot/);
  expect((await reeve.run(["status"])).out).not.toMatch(/telegram-bot.*(?:cannot|not)/i);

  const { out: link } = await reeve.run(["people", "link"]);
  const [line = ""] = /\/link \S+/.exec(link) ?? [];
  await reeve.run(["chat"], "note: the tea is in the blue tin\n");
  expect(await ask(ann, bot, line)).not.toBe("");
  expect(await ask(ann, bot, "/notes")).toBe("• the tea is in the blue tin");

  const told = await ask(eve, bot, "hi");
  const [code = ""] = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(told) ?? [];
  expect((await reeve.run(["people", "pair"])).out).toContain(code);
  expect(await reeve.run(["people", "pair", code, "guest"])).toMatchObject({ code: 0, err: "" });
  await eve.receive(({ text }) => text.startsWith("You may talk to me now."));
  expect(await ask(eve, bot, "/start")).toContain("You are a guest");
  const people = (await reeve.run(["people"])).out;
  expect(people).toMatch(/Eve.*guest/);

  await set("channels.telegramBot.token", "42:wrong");
  expect(await reeve.run(["agent", "restart"])).toMatchObject({ code: 0 });
  await expect
    .poll(async () => (await reeve.run(["status"])).out, { timeout: 30_000, interval: 500 })
    .toContain("Telegram does not know the bot's token");
  await set("channels.telegramBot.token", TOKEN);
  await reeve.run(["agent", "restart"]);
  expect(await ask(ann, bot, "hello again")).not.toBe("");
});
