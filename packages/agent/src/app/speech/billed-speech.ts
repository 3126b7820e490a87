import { Fault } from "@reeve/sdk";
import { limitContext } from "../../core/turns/budget/limit-context.ts";
import { payerAfter } from "../../core/turns/budget/payer-of.ts";
import { billingDay } from "../../domains/billing.ts";
import type { LimitsConfig } from "../../domains/config.ts";
import {
  chargeMoney,
  findExhaustedBudget,
  type Payer,
  describeOverrun,
} from "../../domains/limits.ts";
import type { TextToSpeech } from "../../integrations/speech.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Store } from "../../store/store.ts";
import type { Speak } from "../../channels/kit/channel-host.ts";

export interface BilledSpeechDeps {
  readonly store: Store;
  readonly tenant: string;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly limits: LimitsConfig;
}

/**
 * Says answers aloud, and counts what each recording cost for whoever is answered. Where a budget
 * is used up nothing is said: `exhausted`.
 */
export function createBilledSpeech(say: TextToSpeech, deps: BilledSpeechDeps): Speak {
  const { store, tenant, clock, timeZone, limits } = deps;
  return async (text, { of, ...options }) => {
    const payer = await payerOf(of, deps);
    const settings = { limits, timeZone };
    const setting = await limitContext({ tx: store.read, now: clock.now() }, { settings });
    const overrun = await findExhaustedBudget(store.read.limits, payer, setting);
    if (overrun)
      throw new Fault(
        "exhausted",
        `No speech was generated: ${describeOverrun(overrun, setting).reason}.`,
        {
          hint: "Raise the limit, or set speech.tts.provider to a free provider.",
        },
      );
    const said = await say.speak(text, options);
    const { model, inputTokens, outputTokens, costNano } = said.usage;
    const now = clock.now();
    await store.commit("speak", async (tx) => {
      await tx.usage.addUnasked({
        tenant,
        model,
        purpose: "say",
        inputTokens,
        cachedTokens: 0,
        cacheWriteTokens: 0,
        outputTokens,
        reasoningTokens: 0,
        costNano: costNano ?? null,
        at: now,
        day: billingDay(now, timeZone),
      });
      await chargeMoney(tx.limits, { payer, nano: costNano ?? 0n }, { now, timeZone });
    });
    return said;
  };
}

async function payerOf(
  of: Parameters<Speak>[1]["of"],
  { store: { read }, tenant }: Pick<BilledSpeechDeps, "store" | "tenant">,
): Promise<Payer> {
  const turn = of && (await read.turns.byId(of.turn));
  return (turn && (await payerAfter(read, { turn: turn.id, chat: turn.chat }))) ?? { tenant };
}
