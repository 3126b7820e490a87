interface Swap {
  readonly fromAsset: string;
  readonly toAsset: string;
  readonly amount: string;
  readonly slippage: number;
}

/** The question put to a person before a swap; `where` names exchange and pool. */
export function swapQuestion(
  { fromAsset, toAsset, amount, slippage }: Swap,
  where: string,
): string {
  const given = fromAsset === "ton" ? `${amount} TON` : `${amount} of the jetton ${fromAsset}`;
  const wanted = toAsset === "ton" ? "TON" : `the jetton ${toAsset}`;
  const percent = Math.round(slippage * 10_000) / 100;
  return `Swap ${given} for ${wanted} on ${where}, at most ${percent}% worse than quoted?`;
}
