import { createHash } from "node:crypto";
import {
  definePlugin,
  defineTool,
  type PluginPayment,
  type PluginPress,
  type PluginServices,
  z,
} from "@reeve/sdk/plugin";

const CHESTS = ["Left", "Middle", "Right"];
const FREE_KEYS = 3;
const PACK = { keys: 10, stars: 50n };

export default definePlugin({
  migrations: [
    "create table players (person text primary key, keys integer, gold integer default 0) strict",
    `create table purchases (
      payment text primary key, person text, returned integer default 0) strict`,
  ],
  tools: [
    defineTool({
      name: "play",
      summary: "Start a treasure hunt in this chat: everybody opens chests with buttons.",
      effect: "send",
      replay: "same-key",
      utterances: ["let's play the treasure game", "lass uns Schatzsuche spielen"],
      params: z.object({}),
      async run(_params, { messages, callId, chat }) {
        const chests = CHESTS.map((label, index) => ({ label, data: `chest:${index}` }));
        const pack = { label: `Buy ${PACK.keys} keys (${PACK.stars} ⭐)`, data: "buy" };
        await messages.send(chat, {
          key: `board-${callId}`,
          text: "One of three chests holds gold. Each one takes a key. Which do you open?",
          buttons: [chests, [pack]],
        });
        return "The game has begun.";
      },
    }),
  ],
  callbacks: [
    { prefix: "chest:", run: open },
    { prefix: "buy", run: buy },
    { prefix: "return:", run: giveBack },
  ],
  onPayment: takeKeys,
});

type Services = Pick<PluginServices, "db" | "messages">;

/** Opens a chest. The press decides where the gold is, so one that is handled again finds the same. */
function open({ id, data, person }: PluginPress, { db }: Services): string {
  addPlayer(person, { db });
  const gold = (createHash("sha256").update(id).digest()[0] ?? 0) % CHESTS.length;
  const hasFound = data === `chest:${gold}`;
  let hasKey = true;
  db.once(id, () => {
    hasKey = db.run("update players set keys = keys - 1 where person = ? and keys > 0", person) > 0;
    if (hasKey && hasFound) db.run("update players set gold = gold + 10 where person = ?", person);
  });
  if (!hasKey) return "You have no keys left.";
  const { keys, total } = readPlayer(person, { db });
  const found = hasFound ? "Gold!" : `It is empty: the gold was in ${CHESTS[gold]}.`;
  return `${found} You have ${total} gold and ${keys} keys.`;
}

async function buy({ id, chat }: PluginPress, { messages }: Services): Promise<void> {
  await messages.invoice(chat, {
    key: `keys-${id}`,
    title: `${PACK.keys} keys`,
    description: `${PACK.keys} keys for the treasure hunt.`,
    stars: PACK.stars,
    payload: "keys",
  });
}

/** Adds the keys of a payment once, however often it is delivered. */
async function takeKeys({ id, person, chat }: PluginPayment, services: Services): Promise<void> {
  const { db, messages } = services;
  addPlayer(person, { db });
  db.once(id, () => {
    db.run("update players set keys = keys + ? where person = ?", PACK.keys, person);
    db.run("insert into purchases (payment, person) values (?, ?)", id, person);
  });
  await messages.send(chat, {
    key: id,
    text: `Thank you! You have ${readPlayer(person, { db }).keys} keys.`,
    buttons: [[{ label: "Return the keys", data: `return:${id}` }]],
    expiresInSeconds: 24 * 60 * 60,
  });
}

/** Takes unused keys back, and pays the Stars back. */
async function giveBack(press: PluginPress, { db, messages }: Services): Promise<string> {
  const { id, data, person, chat, key } = press;
  const payment = data.slice("return:".length);
  db.once(id, () => {
    const own = "payment = ? and person = ? and returned = 0";
    const [purchase] = db.all(`select payment from purchases where ${own}`, payment, person);
    const taken =
      purchase &&
      db.run(
        "update players set keys = keys - ? where person = ? and keys >= ?",
        PACK.keys,
        person,
        PACK.keys,
      );
    if (taken) db.run("update purchases set returned = 1 where payment = ?", payment);
  });
  const [purchase] = db.all(
    "select returned from purchases where payment = ? and person = ?",
    payment,
    person,
  );
  if (!purchase) return "Only the buyer can return them.";
  if (purchase["returned"] !== 1) return "You have used some of these keys.";
  await messages.refund(payment);
  await messages.send(chat, { key, text: "The keys are returned.", buttons: [] });
  return "Your Stars are on their way back.";
}

function addPlayer(person: string, { db }: Pick<Services, "db">): void {
  db.run("insert or ignore into players (person, keys) values (?, ?)", person, FREE_KEYS);
}

function readPlayer(person: string, { db }: Pick<Services, "db">) {
  const [row] = db.all("select keys, gold from players where person = ?", person);
  return { keys: Number(row?.["keys"] ?? 0), total: Number(row?.["gold"] ?? 0) };
}
