import { definePlugin, defineTool, type PluginServices, z } from "@reeve/sdk/plugin";

const config = z.object({
  /** Words that are insults; each costs a strike. */
  insults: z.array(z.string().min(1)).default(["idiot", "moron"]),
  /** Links that a message may have. */
  links: z.int().min(0).default(2),
  /** Strikes after which all messages of a person are blocked for a day. */
  strikes: z.int().min(1).default(3),
  /** Hosts that no tool may be called with. */
  hosts: z.array(z.string().min(1)).default([]),
});

type Services = PluginServices<z.output<typeof config>>;

const DAY_SECONDS = 86_400;

/** Card numbers, which have no place in a reply. */
const CARD = /\b(?:\d[ -]?){13,16}\b/g;

export default definePlugin({
  config,
  migrations: [
    `create table offenses (
      message text primary key, person text not null, name text not null, why text not null
    ) strict`,
  ],
  tools: [
    defineTool({
      name: "offenses",
      summary: "Count the messages that moderation blocked, by person and reason.",
      effect: "read",
      access: "admin",
      utterances: ["who was insulting today?", "Wer hat gespammt?"],
      params: z.object({}),
      run: (_params, { db }) =>
        db.all(
          "select name, why, count(*) as messages from offenses group by name, why order by name, why",
        ),
    }),
  ],
  hooks: {
    messageReceived: {
      // Other plugins do not get what is blocked.
      priority: 100,
      run({ id, person, name, text }, services) {
        const why = offenseIn(text, services);
        if (why === undefined)
          return isMuted(person, services) ? { block: "muted for a day" } : undefined;
        const count = strike({ id, person, name, why }, services);
        const { strikes } = services.config;
        const say =
          count < strikes
            ? `${name}, please: no ${why} here. That is ${count} of ${strikes}.`
            : `${name} is muted for a day.`;
        return { block: why, say };
      },
    },
    promptBefore: {
      run({ person }, services) {
        const count = strikesOf(person, services);
        return count === 0
          ? undefined
          : { context: `Moderation has warned this person: ${count}.` };
      },
    },
    toolBefore: {
      run({ args }, { config: { hosts } }) {
        const host = hosts.find((one) => JSON.stringify(args).includes(one));
        return host === undefined ? undefined : { deny: `${host} is not used here` };
      },
    },
    toolError: {
      run: ({ tool, error }, { log }) => log.info(`${tool} failed: ${error}`),
    },
    responseBefore: {
      run({ text }) {
        const masked = text.replaceAll(CARD, "[card number]");
        return masked === text ? undefined : { text: masked };
      },
    },
  },
});

function offenseIn(text: string, { config: { insults, links } }: Services): string | undefined {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  if (insults.some((insult) => words.has(insult))) return "insults";
  const found = text.match(/https?:\/\//gi) ?? [];
  return found.length > links ? "advertising" : undefined;
}

interface Offense {
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly why: string;
}

/** Counts an offense once, also if its message comes again, and returns the strikes of the person. */
function strike({ id, person, name, why }: Offense, services: Services): number {
  const { db, storage } = services;
  const isNew = db.run("insert or ignore into offenses values (?, ?, ?, ?)", id, person, name, why);
  const count = strikesOf(person, services) + isNew;
  storage.set(`strikes:${person}`, count, { ttlSeconds: DAY_SECONDS });
  return count;
}

function strikesOf(person: string, { storage }: Services): number {
  return Number(storage.get(`strikes:${person}`) ?? 0);
}

function isMuted(person: string, services: Services): boolean {
  return strikesOf(person, services) >= services.config.strikes;
}
