import { texts } from "../platform/texts.ts";

interface Swap {
  readonly fromAsset: string;
  readonly toAsset: string;
  readonly amount: string;
  readonly slippage: number;
}

/** Where a swap happens, and in which language it is asked about. */
interface SwapView {
  readonly exchange: string;
  readonly pool?: string;
  readonly language: string;
}

/** Returns the question put to a person before a swap. */
export function swapQuestion(
  { fromAsset, toAsset, amount, slippage }: Swap,
  { exchange, pool, language }: SwapView,
): string {
  return texts(language).questions.ton.swap({
    amount,
    from: fromAsset === "ton" ? undefined : fromAsset,
    to: toAsset === "ton" ? undefined : toAsset,
    exchange,
    pool,
    percent: Math.round(slippage * 10_000) / 100,
  });
}
