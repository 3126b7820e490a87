import type { Bell } from "../../kernel/bell.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Model } from "../../llm/model.ts";
import type { Log } from "../../platform/log.ts";
import type { Place } from "../../store/places.ts";
import type { EndedSession } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { compact } from "../context/compact.ts";
import { storeSpent } from "./move-on.ts";

/** What a session came to, to be kept where the agent remembers days. */
export interface Recap {
  readonly session: EndedSession;
  readonly place: Place;
  readonly text: string;
}

export interface RecapParts {
  readonly store: Store;
  /** Sums up; without one nothing is told of ended sessions. */
  readonly utility: Model | undefined;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Rings when a session has ended. */
  readonly bell: Bell;
  /** Keeps a recap. It is called again for the same session when the process dies right after. */
  keep(recap: Recap): Promise<void>;
}

/** How long a recap may be. */
const RECAP_TOKENS = 600;
const TURNS = 2000;
/** How long to rest when a recap could not be kept. */
const RETRY_MS = 60_000;

/**
 * Sums up ended sessions until `signal` aborts, those that an earlier process
 * left behind first. Nobody waits for it.
 */
export async function runRecaps(parts: RecapParts, signal: AbortSignal): Promise<void> {
  const { store, bell, log } = parts;
  const onAbort = () => bell.ring();
  signal.addEventListener("abort", onAbort);
  while (!signal.aborted) {
    const [session] = await store.read.sessions.withoutRecap(1);
    if (!session) {
      await bell.wait();
      continue;
    }
    const isKept = await recapOne(session, parts, signal).then(
      () => true,
      (error: unknown) => {
        log.error("recap broke", { session: session.id, error });
        return false;
      },
    );
    if (!isKept && !signal.aborted) await bell.wait(RETRY_MS);
  }
  signal.removeEventListener("abort", onAbort);
}

async function recapOne(
  session: EndedSession,
  parts: RecapParts,
  signal: AbortSignal,
): Promise<void> {
  const { store, utility, newId, clock } = parts;
  const inherited = await store.read.sessions.inheritance(session.id);
  const carried = await store.slow.turns.historyOf(inherited?.carried ?? []);
  const own = await store.slow.turns.history(session.id, TURNS);
  const turns = [...carried, ...own];
  const { summary, by, spent } = await compact(
    { summary: inherited?.summary ?? "", turns },
    { model: utility, newId, carry: { messages: 0, tokens: 0 }, tokens: RECAP_TOKENS, signal },
  );
  if (signal.aborted) return;
  const place = await store.read.places.byId(session.place);
  // What rules cut out of a conversation is no memory of it.
  if (place && by === "model") await parts.keep({ session, place, text: summary });
  await store.commit("summarise-session", async (tx) => {
    await tx.sessions.setRecap(session.id, summary);
    const last = own.at(-1);
    const request = last && { turn: last.turn, step: last.steps.length - 1, place: session.place };
    if (request) await storeSpent(tx, { ...request, purpose: "recap", spent }, clock.now());
  });
}
