import { definePlugin, defineTool, Fault, type PluginServices, z } from "@reeve/sdk/plugin";

/** Where prices come from: GET <server>/prices/<product> returns {"price": 12.5}. */
const config = z.object({ server: z.url().default("https://api.example.com") });

type Services = PluginServices<z.output<typeof config>>;

const product = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/)
  .describe("The product's id, such as espresso-machine.");

export default definePlugin({
  config,
  migrations: [
    "create table watches (chat text, product text, below real, primary key (chat, product)) strict",
  ],
  tools: [
    defineTool({
      name: "watch",
      summary: "Write in this chat when the price of a product falls below an amount.",
      effect: "write",
      replay: "rerun",
      utterances: ["tell me when the espresso machine is cheaper than 200", "Preis beobachten"],
      params: z.object({
        product,
        below: z.number().positive().describe("The price to fall below."),
      }),
      run({ product: id, below }, { db, chat }) {
        db.run("insert or replace into watches values (?, ?, ?)", chat, id, below);
        return `Watching ${id} for a price below ${below}.`;
      },
    }),
    defineTool({
      name: "list",
      summary: "List the products that are watched in this chat.",
      effect: "read",
      params: z.object({}),
      run: (_params, { db, chat }) =>
        db.all("select product, below from watches where chat = ? order by product", chat),
    }),
  ],
  schedules: [{ name: "check", everySeconds: 600, run: check }],
});

const watch = z.object({ chat: z.string(), product: z.string(), below: z.number() });

/** Writes once for each watch whose price has fallen. */
async function check(services: Services): Promise<void> {
  const { db, messages, log } = services;
  for (const { chat, product: id, below } of watch.array().parse(db.all("select * from watches"))) {
    try {
      const price = await priceOf(id, services);
      if (price >= below) continue;
      await messages.send(chat, { text: `${id} costs ${price} now.`, key: `${id}-${below}` });
      db.run("delete from watches where chat = ? and product = ?", chat, id);
    } catch (error) {
      log.warn(`${id}: ${String(error)}`);
    }
  }
}

async function priceOf(id: string, { config: { server }, fetch }: Services): Promise<number> {
  const { status, text } = await fetch(`${server}/prices/${id}`);
  if (status !== 200) throw new Fault("unavailable", `the server returned status ${status}`);
  return z.object({ price: z.number() }).parse(JSON.parse(text)).price;
}
