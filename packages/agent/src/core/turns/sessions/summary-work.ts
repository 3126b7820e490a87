import type { ExtensionHooks } from "../../../kernel/extension-hooks.ts";
import type { Wakeup } from "../../../kernel/wakeup.ts";
import type { NewId } from "../../../kernel/ids.ts";
import { joinLabels, type Label } from "../../../kernel/label.ts";
import type { Model } from "../../../llm/model.ts";
import type { Log } from "../../../platform/log.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import type { EndedSession } from "../../../store/turns/sessions.ts";
import { compact } from "../../context/history/compact.ts";
import { fallbackSummary } from "../../context/history/fallback-summary.ts";
import { labelsIn } from "../../context/render/labels-in.ts";
import { formatDialog } from "../../context/render/format-dialog.ts";
import { toUnits } from "../../context/history/to-units.ts";
import { reserveInBackground, type BackgroundBudgetDeps } from "../budget/background-budget.ts";
import { recordExtraUsage } from "./continue-in-new-session.ts";
import { payerAfter } from "../budget/payer-of.ts";
import type { WorkKind } from "../../../work/run-work.ts";
import { withRetries } from "../../../work/with-retries.ts";
import { saveSummaryPassage } from "./save-summary.ts";

/** Summary of a session, for the daily log. */
export interface SessionSummary {
  readonly session: EndedSession;
  readonly chat: Chat;
  readonly text: string;
  /** Label of what was summarized. */
  readonly label?: Label | undefined;
}

export interface SummarizeDeps extends BackgroundBudgetDeps {
  /** Sums up what was said to an agent; without one the beginnings of what was said are kept. */
  utilityOf(agent: string): Model | undefined;
  readonly newId: NewId;
  readonly log: Log;
  /** Hooks of plugins; without it, there are none. */
  readonly hooks?: Pick<ExtensionHooks, "observe"> | undefined;
  /** Rings when a session has ended. */
  readonly wakeup: Wakeup;
  /** Saves a summary. It is called again for the same session when the process dies right after. */
  saveSummary(summary: SessionSummary): Promise<void>;
}

/** Maximum length of a summary, in tokens. */
const SUMMARY_TOKENS = 600;
const TURNS = 2000;
/** Summaries of ended sessions, those that an earlier process left behind first. Nobody waits for them. */
export function summaryWork(deps: SummarizeDeps): WorkKind<EndedSession> {
  const { store, wakeup } = deps;
  return withRetries(
    {
      name: "summary",
      wakeup,
      list: ({ limit }) => store.read.sessions.withoutSummary(limit),
      run: (session, signal) => summarizeOne(session, deps, signal),
    },
    deps,
  );
}

async function summarizeOne(
  session: EndedSession,
  deps: SummarizeDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, newId, clock, timeZone } = deps;
  const forgotten = await store.read.forgetting.count();
  const inherited = (await store.read.sessions.open(session.id))?.inheritance;
  const carried = await store.slow.turns.historyOf(inherited?.carried ?? []);
  const own = await store.slow.turns.history(session.id, TURNS);
  const turns = [...carried, ...own];
  const newest = turns.at(-1);
  const turn = newest && (await store.read.turns.byId(newest.turn));
  const payer = turn && (await payerAfter(store.read, { turn: turn.id, chat: session.chat }));
  const hold = `recap:${session.id}`;
  const model = turn && deps.utilityOf(turn.agent);
  const isPaid = payer && model && (await reserveInBackground({ id: hold, payer, model }, deps));
  const utility = isPaid ? model : undefined;
  const before = inherited?.summary ?? "";
  const { summary, by, spent } = await compact(
    { summary: before, turns },
    { model: utility, newId, carry: { messages: 0, tokens: 0 }, tokens: SUMMARY_TOKENS, signal },
  );
  const step = Math.max(0, (newest?.steps.length ?? 0) - 1);
  const request = newest && { turn: newest.turn, step, chat: session.chat };
  const count = async (tx: Repositories) => {
    if (!request) return;
    const cost = { ...request, purpose: "recap", spent, hold } as const;
    await recordExtraUsage(tx, cost, { now: clock.now(), timeZone });
  };
  const countAlone = async () => {
    if (spent.length > 0) await store.commit("summarise-session", count);
  };
  // A finished summary was paid for and is saved. The next process repeats one that was cut off.
  if (signal.aborted && by === "rules") return countAlone();
  const chat = await store.read.chats.byId(session.chat);
  const label = joinLabels([...(inherited?.label ? [inherited.label] : []), ...labelsIn(turns)]);
  const texts = formatDialog(turns.flatMap(({ steps }) => toUnits(steps)));
  const text = by === "model" ? summary : fallbackSummary({ before, texts }, SUMMARY_TOKENS);
  const isArchived = (await store.read.forgetting.archiveOf(session.chat)) === "on";
  // The text may contain what was forgotten since: read it again.
  if ((await store.read.forgetting.count()) !== forgotten) return countAlone();
  if (chat && isArchived && text !== "") await deps.saveSummary({ session, chat, text, label });
  await store.commit("summarise-session", async (tx) => {
    await count(tx);
    if ((await tx.forgetting.count()) !== forgotten) return;
    await tx.sessions.setSummary(session.id, isArchived ? text : "");
    if (chat)
      await saveSummaryPassage(tx, { session: session.id, chat, text, at: session.endedAt, label });
  });
  deps.hooks?.observe("sessionEnd", { session: session.id, chat: session.chat });
}
