import { expect, test } from "vitest";
import { readTranscript } from "../kit/telegram/read-telegram.ts";
import { openReeveCommands } from "../kit/reeve-commands.ts";
import { logIn, type TelegramPerson } from "../kit/telegram/telegram-person.ts";
import { startTelegramServer } from "../kit/telegram/telegram-server.ts";

const TOKEN = "42:secret";
const ANN = "9996620001";
const EVE = "9996620002";

async function ask(person: TelegramPerson, chat: number, text: string): Promise<string> {
  const after = person.seen.length;
  await person.send(chat, text);
  return (await person.receive(({ from }) => from === chat, { after, edits: "too" })).text;
}

/** Follows the guide on the bot step by step, like a person who has just installed the agent. */
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
  expect(setUp.out).toContain("Telegram rejected the bot token");
  expect(setUp.out).toContain("Found @reeve_bot.");
  expect(setUp.out).toContain("On Telegram you are the same person as here");
  expect(setUp.out).toContain("Restart the agent, then write to @reeve_bot.");

  expect(await reeve.run(["start", "--detach"])).toMatchObject({ code: 0 });
  expect(await ask(ann, bot, "hello")).toContain("offline model");
  expect(await ask(ann, bot, "/start")).toContain("You're my owner");
  expect((await reeve.run(["doctor"])).out).toMatch(/telegram.*@reeve_bot/);
  expect((await reeve.run(["status"])).out).not.toMatch(/telegram-bot.*(?:cannot|not)/i);

  await reeve.run(["chat"], "note: the tea is in the blue tin\n");
  expect(await ask(ann, bot, "/notes")).toBe("• the tea is in the blue tin");

  const told = await ask(eve, bot, "hi");
  const [code = ""] = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(told) ?? [];
  expect((await reeve.run(["people", "pair"])).out).toContain(code);
  expect(await reeve.run(["people", "pair", code, "guest"])).toMatchObject({ code: 0, err: "" });
  await eve.receive(({ text }) => text.startsWith("You now have access."));
  // What was written before is answered.
  await eve.receive(({ text }) => text.includes("offline model"), { edits: "too" });
  expect(await ask(eve, bot, "/start")).toContain("You're a guest");
  const people = (await reeve.run(["people"])).out;
  expect(people).toMatch(/Eve.*guest/);

  await set("channels.telegramBot.token", "42:wrong");
  expect(await reeve.run(["agent", "restart"])).toMatchObject({ code: 0 });
  await expect
    .poll(async () => (await reeve.run(["status"])).out, { timeout: 30_000, interval: 500 })
    .toContain("Telegram rejected the bot token");
  await set("channels.telegramBot.token", TOKEN);
  await reeve.run(["agent", "restart"]);
  expect(await ask(ann, bot, "hello again")).not.toBe("");
});

test("in groups it answers where it is meant, or everywhere, and only in those that are allowed", async () => {
  await using server = await startTelegramServer();
  await using reeve = await openReeveCommands();
  const annId = await server.addPerson({ firstName: "Ann", username: "ann", phone: ANN });
  const bot = await server.addBot({ firstName: "Reeve", username: "reeve_bot", token: TOKEN });
  const addGroup = (title: string) =>
    server.addGroup({ title, kind: "supergroup", creator: annId, members: [bot] });
  const [house, club] = [await addGroup("House"), await addGroup("Club")];
  await using ann = await logIn(server, ANN);
  const set = async (name: string, value: string) =>
    expect(await reeve.run(["config", "set", name, value])).toMatchObject({ code: 0 });
  await set("channels.telegramBot.apiRoot", server.botApi);
  await set("channels.telegramBot.token", TOKEN);
  await set("channels.telegramBot.owners", `[${annId}]`);
  await set("agent.model", "offline/rules");
  await set("embedding.provider", "none");
  expect(await reeve.run(["start", "--detach"])).toMatchObject({ code: 0 });
  const said = async (chat: number) =>
    (await readTranscript(server, { viewer: annId, chat })).filter(({ from }) => from === bot);
  /** The messages of a group that are answered, once the last of these is. */
  const answered = async (chat: number, texts: readonly string[]) => {
    const ids: number[] = [];
    for (const text of texts) ids.push(await ann.send(chat, text));
    const replies = async () => (await said(chat)).map(({ replyTo }) => replyTo);
    await expect.poll(replies).toContain(ids.at(-1));
    const replied = await replies();
    return texts.filter((_text, at) => replied.includes(ids[at]));
  };

  expect(await answered(house, ["hello all", "@reeve_bot hello"])).toEqual(["@reeve_bot hello"]);
  expect(await answered(club, ["/stop@reeve_bot"])).toEqual(["/stop@reeve_bot"]);

  await set("channels.telegramBot.groups.mention", "false");
  await set("channels.telegramBot.groups.allow", `[${house}]`);
  expect(await reeve.run(["agent", "restart"])).toMatchObject({ code: 0 });
  const before = await said(club);
  await ann.send(club, "@reeve_bot hello");
  expect(await answered(house, ["hello again"])).toEqual(["hello again"]);
  expect(await said(club)).toEqual(before);
});
