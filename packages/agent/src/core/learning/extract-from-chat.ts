import { extractFrom } from "../../memory/facts.ts";
import type { ChatId } from "../../kernel/ids.ts";
import type { ChatToLearnFrom } from "../../store/turns/turns.ts";
import { sanitize } from "../context/render/sanitize.ts";
import { reserveInBackground, releaseInBackground } from "../turns/budget/background-budget.ts";
import { payerAfter } from "../turns/budget/payer-of.ts";
import type { MemoryFact } from "../../store/search/facts.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { publish } from "../events/publish.ts";
import { recordExtraUsage } from "../turns/sessions/continue-in-new-session.ts";
import { Outage } from "../../work/decide.ts";
import {
  BUDGET_MS,
  BUDGET_REST_MS,
  type ExtractionDeps,
  type ExtractionSource,
} from "./extraction-deps.ts";
import { readBatch } from "./read-batch.ts";

/** So many turns of a chat are enough to learn from although it is not quiet yet. */
const ENOUGH_TURNS = 8;
/** Maximum tokens of a conversation in one request, and what the request takes beside them. */
const MAX_TOKENS = 6000;
const OWN_TOKENS = 3000;

/** Chats from whose turns something is to be learned. */
export function extractionOfChats(deps: ExtractionDeps): ExtractionSource {
  const { store, utility, settings } = deps;
  const tokensLeft = async (now: number) => {
    const spent = await store.read.usage.tokensFor("learn", now - BUDGET_MS);
    return settings.facts.tokensPerDay - spent - OWN_TOKENS;
  };
  const waiting = async () => {
    if (!utility || !settings.facts.enabled) return [];
    const chats = await store.read.turns.withoutFacts();
    return chats
      .map(({ chat, ...turns }) => ({ chat, at: dueAt(turns, settings.quietMs) }))
      .toSorted((one, other) => one.at - other.at);
  };
  return {
    async due(now, limit) {
      const due = (await waiting()).filter(({ at }) => at <= now).slice(0, limit);
      if (!utility || due.length === 0) return [];
      const left = await tokensLeft(now);
      if (left <= 0) return [];
      const tokens = Math.min(left, MAX_TOKENS);
      return Promise.all(
        due.map(async ({ chat }) => ({
          id: `chat:${chat}`,
          turns: (await store.read.turns.withoutFactsOf(chat, ENOUGH_TURNS)).map(({ id }) => id),
          run: (signal) => extractNow(chat, { ...deps, utility, tokens }, signal),
        })),
      );
    },
    async nextDue(now) {
      const [first] = await waiting();
      if (!first) return undefined;
      return first.at <= now && (await tokensLeft(now)) <= 0 ? now + BUDGET_REST_MS : first.at;
    },
  };
}

function dueAt({ turns, firstAt, lastAt }: Omit<ChatToLearnFrom, "chat">, quietMs: number): number {
  return turns >= ENOUGH_TURNS ? firstAt : lastAt + quietMs;
}

async function extractNow(
  id: ChatId,
  deps: ExtractionDeps & {
    readonly utility: NonNullable<ExtractionDeps["utility"]>;
    readonly tokens: number;
  },
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log, newId, timeZone, utility: model, tokens } = deps;
  const chat = await store.read.chats.byId(id);
  const waiting = await store.read.turns.withoutFactsOf(id, ENOUGH_TURNS);
  if (!chat || waiting.length === 0) return;
  const { turns, batch } = await readBatch(chat, waiting, { store, tokens });
  const last = turns.at(-1);
  if (!last) return;
  const payer = await payerAfter(store.read, { turn: last.id, chat: id });
  const hold = `learn:${id}`;
  if (payer && !(await reserveInBackground({ id: hold, payer, model }, deps)))
    throw new Outage("a limit is reached");
  const step = Math.max(0, last.steps.length - 1);
  const learned = await extractFrom(
    { batch, turns: turns.map(({ id: turn }) => turn) },
    { store, clock, newId, model, clean: sanitize },
    {
      signal,
      onAdded: (tx, fact) => publishFact(tx, fact, chat),
      also: (tx, spent) =>
        recordExtraUsage(
          tx,
          { turn: last.id, step, chat: id, purpose: "learn", spent, hold },
          { now: clock.now(), timeZone },
        ),
    },
  );
  if (!learned) {
    if (!signal.aborted) await releaseInBackground(hold, deps);
    throw new Outage("no model response");
  }
  log.info("facts extracted", { chat: id, turns: turns.length, ...learned });
}

async function publishFact(tx: Repositories, fact: MemoryFact, chat: Chat): Promise<void> {
  const { id, tenant, kind, subject, text, createdAt } = fact;
  await publish(tx, async () => [
    {
      type: "memory.fact.added",
      id: `fact_${id}`,
      tenant,
      chat,
      about: id,
      at: createdAt,
      data: { fact: id, kind, subject, text },
    },
  ]);
}
