import { texts } from "../../platform/texts.ts";

/** Contribution of one party to a deal. */
export interface DealSide {
  readonly type: "ton" | "gift";
  readonly tonAmount: string | undefined;
  readonly giftId: string | undefined;
  readonly giftSlug: string | undefined;
  readonly valueTon: string;
}

/** Returns whether a side names its amount of TON or its gift. */
export function isComplete({ type, tonAmount, giftId, giftSlug }: DealSide): boolean {
  return type === "ton" ? tonAmount !== undefined : (giftSlug ?? giftId) !== undefined;
}

/** Describes it for an approval. */
export function sideText(
  { type, tonAmount, giftId, giftSlug, valueTon: value }: DealSide,
  language: string,
): string {
  if (type === "ton") return `${tonAmount} TON`;
  const { gift, giftNames } = texts(language).questions.deals;
  const one = giftSlug ?? giftId ?? "";
  // If both name the gift, show both: they may differ.
  const both = giftSlug !== undefined && giftId !== undefined;
  return gift({ gift: both ? giftNames({ slug: giftSlug, id: giftId }) : one, value });
}
