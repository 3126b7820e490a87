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
import { BUDGET_MS, type ExtractionDeps, RETRY_MS } from "./extraction-deps.ts";
import { readBatch } from "./read-batch.ts";

/** So many turns of a chat are enough to learn from although it is not quiet yet. */
const ENOUGH_TURNS = 8;
/** Maximum tokens of a conversation in one request, and what the request takes beside them. */
const MAX_TOKENS = 6000;
const OWN_TOKENS = 3000;

/** Learns from the turns of the chat that has waited longest. */
export async function extractFromChat(
  deps: ExtractionDeps,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { store, clock, utility, settings, resting } = deps;
  if (!utility || !settings.facts.enabled) return undefined;
  const waiting = (await store.read.turns.withoutFacts()).map((chat) => ({
    ...chat,
    dueAt: Math.max(dueAt(chat, settings.quietMs), resting.get(chat.chat) ?? 0),
  }));
  const [first] = waiting.toSorted((one, other) => one.dueAt - other.dueAt);
  if (!first) return undefined;
  const now = clock.now();
  if (first.dueAt > now) return first.dueAt - now;

  const spent = await store.read.usage.tokensFor("learn", now - BUDGET_MS);
  const left = settings.facts.tokensPerDay - spent - OWN_TOKENS;
  if (left <= 0) return RETRY_MS;
  return extractNow(first.chat, { ...deps, utility, tokens: Math.min(left, MAX_TOKENS) }, signal);
}

function dueAt({ turns, firstAt, lastAt }: ChatToLearnFrom, quietMs: number): number {
  return turns >= ENOUGH_TURNS ? firstAt : lastAt + quietMs;
}

async function extractNow(
  id: ChatId,
  deps: ExtractionDeps & {
    readonly utility: NonNullable<ExtractionDeps["utility"]>;
    readonly tokens: number;
  },
  signal: AbortSignal,
): Promise<number> {
  const { store, clock, log, newId, resting, timeZone, utility: model, tokens } = deps;
  const chat = await store.read.chats.byId(id);
  const waiting = await store.read.turns.withoutFactsOf(id, ENOUGH_TURNS);
  if (!chat || waiting.length === 0) return 0;
  const { turns, batch } = await readBatch(chat, waiting, { store, tokens });
  const last = turns.at(-1);
  if (!last) return 0;
  const payer = await payerAfter(store.read, { turn: last.id, chat: id });
  const hold = `learn:${id}`;
  if (payer && !(await reserveInBackground({ id: hold, payer, model }, deps))) return RETRY_MS;
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
    if (!signal.aborted) log.warn("fact extraction failed: no model response", { chat: id });
    resting.set(id, clock.now() + RETRY_MS);
    return RETRY_MS;
  }
  resting.delete(id);
  log.info("facts extracted", { chat: id, turns: turns.length, ...learned });
  return 0;
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
