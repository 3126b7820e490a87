/** What one party of a deal gives. */
export interface DealSide {
  readonly type: "ton" | "gift";
  readonly tonAmount: string | undefined;
  readonly giftId: string | undefined;
  readonly giftSlug: string | undefined;
  readonly valueTon: string;
}

/** Whether it says how much TON, or which gift. */
export function isComplete({ type, tonAmount, giftId, giftSlug }: DealSide): boolean {
  return type === "ton" ? tonAmount !== undefined : (giftSlug ?? giftId) !== undefined;
}

/** As a question to a person names it. */
export function sideText({ type, tonAmount, giftId, giftSlug, valueTon }: DealSide): string {
  if (type === "ton") return `${tonAmount} TON`;
  // Where both name the gift, a person sees both: they might not mean the same.
  const names = [giftSlug, giftId].filter((name) => name !== undefined);
  return `the gift ${names.join(", number ")} (worth ${valueTon} TON)`;
}
