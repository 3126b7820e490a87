import { DatabaseSync } from "node:sqlite";
import type { ModelRequest } from "../../src/llm/model.ts";
import { createRandom } from "../crash/sample.ts";
import type { ChatChannel } from "./chat-channel.ts";
import { curiousModel, orders } from "./curious-model.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type House, openHouse, type PlantedBug } from "./open-house.ts";
import { type Chat, createTenant, personOf, type Tenant, TENANTS } from "./people.ts";
import { askerFor, canAsk, chatsFor, type Choose, sayingOf, waysFor } from "./sayings.ts";
import { isFile, type Secret } from "./secrets.ts";
import { isProfile, talkativeUtility } from "./talkative-utility.ts";

export interface CanaryOptions {
  readonly seed: number;
  readonly turns: number;
  readonly bug?: PlantedBug | undefined;
  /** Ends with the turn in which something leaked. */
  readonly untilLeak?: boolean | undefined;
}

export interface CanaryRun extends Pick<
  Ledger,
  "leaks" | "missed" | "found" | "requests" | "seen"
> {
  /** Conversations that grew too long and were summed up. */
  readonly compactions: number;
}

/** So many turns are taken in one tenant before another. */
const BLOCK = 20;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 1, 20, 9);
/** Maximum number of turns until a secret is asked for. */
const SOON = 15;
/** The owner has more ways to make something known than others have. */
const OWNER_SHARE = 0.2;
/** Number of newest secrets to leave in files that are pinned whole. */
const KEPT_LINES = 5;

interface Play {
  readonly random: () => number;
  readonly pick: Choose;
  readonly ledger: Ledger;
  readonly house: House;
  readonly database: DatabaseSync;
  /** Secrets to be asked for where they may be seen, and from which turn on. */
  readonly due: { readonly secret: Secret; readonly from: number }[];
  readonly moment: Moment;
}

interface Moment {
  now: number;
  turn: number;
  where: Chat | undefined;
}

/** Makes random people write and ask random things in random chats; checks every prompt. */
export async function runCanary(options: CanaryOptions): Promise<CanaryRun> {
  const { seed, turns, bug, untilLeak = false } = options;
  const random = createRandom(seed);
  const pick: Choose = (items) => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("there is nothing to choose from");
    return item;
  };
  const tenants = TENANTS.map(createTenant);
  const ledger = createLedger((seed % 1000) * 4000);
  const moment: Moment = { now: START, turn: 0, where: undefined };
  const look = (request: ModelRequest, by: string) =>
    ledger.look(request, chatOf(request, tenants, moment), `${by} in turn ${moment.turn}`);

  await using house = await openHouse({
    tenants,
    clock: { now: () => moment.now },
    model: curiousModel((request) => look(request, "model")),
    utility: talkativeUtility(
      (request) => look(request, "utility"),
      (canary) => ledger.byCanary(canary)?.topic ?? "unknown",
    ),
    canaryOf: (topic) => ledger.byTopic(topic)?.canary ?? "not known",
    bug,
  });
  using database = new DatabaseSync(house.file, { readOnly: true });
  const play: Play = { random, pick, ledger, house, database, due: [], moment };

  const isOver = () => moment.turn >= turns || (untilLeak && ledger.leaks.length > 0);
  while (!isOver()) {
    const tenant = pick(tenants);
    await house.serve(tenant, async (channel) => {
      for (let count = 0; count < BLOCK && !isOver(); count++) {
        await takeTurn(play, tenant, channel);
      }
    });
  }
  const compacted = database.prepare("select id from sessions where reason = 'compacted'");
  const { leaks, missed, found, requests, seen } = ledger;
  return { leaks, missed, found, requests, seen, compactions: compacted.all().length };
}

async function takeTurn(play: Play, tenant: Tenant, channel: ChatChannel): Promise<void> {
  const { random, house, moment, ledger } = play;
  moment.turn += 1;
  moment.now += random() < 0.03 ? DAY : Math.ceil(random() * 5) * MINUTE;
  ledger.startTurn();
  const secret = random() < 0.6 ? takeDue(play, tenant) : undefined;
  if (secret) await askFor(secret, { play, tenant, channel });
  else if (random() < 0.55 || ledger.secrets.length === 0) await tell(play, tenant, channel);
  else await pry(play, tenant, channel);
  await house.settled();
  if (secret) score(secret, play);
}

function takeDue({ due, moment: { turn } }: Play, { name }: Tenant): Secret | undefined {
  const index = due.findIndex(({ secret, from }) => secret.tenant === name && from <= turn);
  return index === -1 ? undefined : due.splice(index, 1)[0]?.secret;
}

/** Makes a person ask where the secret may be seen. */
async function askFor(
  secret: Secret,
  { play, tenant, channel }: { play: Play; tenant: Tenant; channel: ChatChannel },
): Promise<void> {
  const chat = play.pick(chatsFor(secret, tenant));
  const asker = askerFor(secret, chat, play.pick);
  play.moment.where = chat;
  await channel.say(chat, asker, messageOf(play, "a", orders.ask(secret.topic)));
}

/** Makes a person reveal a secret. */
async function tell(play: Play, tenant: Tenant, channel: ChatChannel): Promise<void> {
  const { random, pick, ledger, house, moment, due } = play;
  const chat = pick(random() < OWNER_SHARE ? ownersOf(tenant) : tenant.chats);
  const person = pick(chat.members);
  moment.where = chat;
  const secret = ledger.plant(pick(waysFor(person, chat)), chat, person);
  if (isFile(secret.way)) await writeFile(secret, { tenant, ledger, house });
  await channel.say(chat, person, messageOf(play, "a", sayingOf(secret, pick)));
  if (chatsFor(secret, tenant).length === 0) return;
  due.push({ secret, from: moment.turn + 1 + Math.floor(random() * SOON) });
}

/** Makes one or two people ask for any secret, preferably a new one. */
async function pry(play: Play, tenant: Tenant, channel: ChatChannel): Promise<void> {
  const { random, pick, ledger, moment } = play;
  const chat = pick(random() < OWNER_SHARE ? ownersOf(tenant) : tenant.chats);
  const person = pick(chat.members);
  moment.where = chat;
  const { secrets } = ledger;
  const asked = pick(random() < 0.5 ? secrets.slice(-12) : secrets);
  await channel.say(chat, person, messageOf(play, "a", orders.ask(asked.topic)));
  const others = chat.members.filter((one) => one !== person && canAsk(one));
  if (others.length === 0 || random() < 0.7) return;
  await channel.say(chat, pick(others), messageOf(play, "b", orders.ask(pick(secrets).topic)));
}

function messageOf({ moment: { turn, now } }: Play, part: string, text: string) {
  return { id: `m${turn}${part}`, text, sentAt: now };
}

function ownersOf({ chats, owner }: Tenant): readonly Chat[] {
  return chats.filter((chat) => personOf(chat) === owner);
}

/** A profile is written whenever it is time, for the person it names; all else for the chat that was spoken in. */
function chatOf(
  request: ModelRequest,
  tenants: readonly Tenant[],
  { where }: Pick<Moment, "where">,
): Chat {
  const [, name] = /Write the profile of (\S+) in/.exec(request.messages.at(-1)?.text ?? "") ?? [];
  const chats = isProfile(request) ? tenants.flatMap((tenant) => tenant.chats) : [];
  const chat = chats.find((one) => personOf(one)?.name === name) ?? where;
  if (!chat) throw new Error("nobody has said anything");
  return chat;
}

async function writeFile(
  secret: Secret,
  { tenant, ledger, house }: { tenant: Tenant; ledger: Ledger; house: House },
): Promise<void> {
  if (secret.way === "knowledge") {
    const name = secret.topic.replace(" ", "-");
    await house.write(tenant, `knowledge/${name}.md`, `# Codes\n\n${lineOf(secret)}`);
    return;
  }
  const name = secret.way === "strategy" ? "STRATEGY.md" : "USER.md";
  const kept = likeIt(secret, ledger.secrets).slice(-KEPT_LINES);
  await house.write(tenant, name, kept.map(lineOf).join(""));
}

function lineOf({ topic, canary }: Secret): string {
  return `- The ${topic} code is ${canary}.\n`;
}

function likeIt({ way, tenant }: Secret, secrets: readonly Secret[]): readonly Secret[] {
  return secrets.filter((one) => one.way === way && one.tenant === tenant);
}

/** The secret should have been in the turn's prompts, and so should what was derived from it and is kept. */
function score(secret: Secret, { ledger, database, moment }: Play): void {
  const { canary, way, chat } = secret;
  const note = `${chat.externalId}'s in ${moment.where?.externalId}, turn ${moment.turn}`;
  const isPinned = way === "strategy" || way === "user-file";
  const isThere = !isPinned || likeIt(secret, ledger.secrets).slice(-KEPT_LINES).includes(secret);
  if (isThere) ledger.score(way, canary, note);
  if (way !== "message") return;
  const kept = database.prepare("select 1 from passages where text like ? limit 1");
  for (const [kind, derived] of [
    ["fact", `${canary}F`],
    ["summary", `${canary}S`],
  ] as const)
    if (kept.get(`%${derived}%`)) ledger.score(kind, derived, note);
}
