import path from "node:path";
import { plugins } from "@reeve/operations/agent/plugins";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { MockAnswer } from "../../src/llm/testing/mock-server.ts";
import type { App } from "../kit/open-app.ts";
import { openTelegramHouse, type TelegramHouse } from "../kit/telegram/open-telegram-house.ts";
import { logIn, type TelegramPerson } from "../kit/telegram/telegram-person.ts";
import type { SeenMessage } from "../kit/telegram/telegram-seen.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../../../examples");
const BOB = "9996620002";
const LONG = { timeout: 120_000 };

beforeAll(installBubblewrap);

/** Opens Ann's agent with an example, which runs in the sandbox, and a group with Bob, whom the agent does not know. */
async function openHouse(example: string) {
  const house = await openTelegramHouse({
    setup: { version: "0.1.0" },
    answer: ({ json }) => wishIn(json.slice(json.lastIndexOf("<user_message>"))),
  });
  const { server, ann, botId, app } = house;
  await install(app, example);
  const bobId = await server.addPerson({ firstName: "Bob", username: "bob", phone: BOB });
  const members = [botId, bobId];
  const group = await server.addGroup({ title: "House", creator: ann.id, members });
  const bob = await logIn(server, BOB);
  const stack = new AsyncDisposableStack();
  stack.use(house);
  stack.use(bob);
  const dispose = () => stack.disposeAsync();
  return Object.assign({ ...house, bob, group }, { [Symbol.asyncDispose]: dispose });
}

/** The call that the newest message names, as in `call a_b {"x":1}!`, until it was made. */
function wishIn(newest: string): MockAnswer {
  const text = newest.replaceAll(String.raw`\"`, '"');
  const [, name, args = "{}"] = /call ([\w-]+) (\{.*?\})!<\/user_message>/.exec(text) ?? [];
  if (name === undefined || text.includes("function_call_output")) return { text: "Done." };
  return { calls: [{ name: "tool_call", args: { name, arguments: JSON.parse(args) } }] };
}

async function install({ client: { ask } }: App, example: string) {
  const source = path.join(EXAMPLES, example);
  const { digest } = await ask(plugins.inspect, { source });
  return ask(plugins.add, { source, digest });
}

const labelsOf = ({ buttons }: SeenMessage) => buttons.flat().map(({ label }) => label);

/** Has Ann ask for a call in the group, and confirm it. */
async function call({ ann, group }: Pick<TelegramHouse, "ann"> & { group: number }, text: string) {
  await ann.send(group, `@reeve_bot call ${text}!`);
  const question = await ann.receive((one) => labelsOf(one).includes("✅ Confirm"));
  await ann.click(question, "✅ Confirm");
}

const poll = `keyboard_app_create {"question":"Dinner?","options":["Pizza","Pasta"]}`;

const isPoll = (one: SeenMessage) => one.text === "Dinner?";

test("a plugin's buttons are pressed by everybody in the chat, once each", LONG, async () => {
  await using house = await openHouse("keyboard-app");
  const { ann, bob } = house;
  await call(house, poll);
  const shown = await ann.receive(isPoll);
  expect(labelsOf(shown)).toEqual(["Pizza (0)", "Pasta (0)", "Close"]);

  const atBob = await bob.receive(isPoll);
  expect((await bob.click(atBob, "Pizza (0)")).text).toBe("You voted for Pizza.");
  expect(await edited(ann, shown)).toEqual(["Pizza (1)", "Pasta (0)", "Close"]);
  expect((await bob.click(atBob, "Close")).text).toBe("Only its author can close the poll.");
  expect((await ann.click(shown, "Close")).text).toBe("The poll is closed.");
  const closed = await ann.receive(({ id, buttons }) => id === shown.id && buttons.length === 0, {
    edits: "only",
  });
  expect(closed.text).toBe("Dinner?\n\nPizza: 1\n\nPasta: 0");
});

const payments = z.object({
  payments: z.array(z.looseObject({ total_amount: z.number(), refunded: z.boolean() })),
});

test("a game is paid in Stars, once, and pays them back", LONG, async () => {
  await using house = await openHouse("game");
  const { server, ann, group } = house;
  await call(house, "game_play {}");
  const board = await ann.receive(({ text }) => text.startsWith("One of three chests"));
  expect((await ann.click(board, "Left")).text).toMatch(/and 2 keys/);
  await ann.click(board, "Buy 10 keys (50 ⭐)");
  const invoice = await ann.receive(({ media }) => media === "invoice");
  const pay = () => server.command("pay", { user: ann.id, chat: group, msg: invoice.id });
  expect(await pay()).toHaveProperty("charge");
  // Telegram tells of a payment again if nobody has acknowledged it.
  await server.command("repeat", { user: house.botId, count: 1 });
  const thanks = await ann.receive(({ text }) => text.startsWith("Thank you!"));
  expect(thanks.text).toBe("Thank you! You have 12 keys.");
  expect((await ann.click(thanks, "Return the keys")).text).toMatch(/Stars are on their way/);
  expect((await ann.click(board, "Right")).text).toMatch(/and 1 keys/);
  const paid = payments.parse(await server.command("payments")).payments;
  expect(paid).toMatchObject([{ total_amount: 50, refunded: true }]);

  await house.app.client.ask(plugins.remove, { name: "game" });
  expect(await pay()).toEqual({ error: "This button has expired." });
});

async function edited(person: TelegramPerson, { id }: SeenMessage) {
  return labelsOf(await person.receive((one) => one.id === id, { edits: "only" }));
}
