import { texts } from "../../platform/texts.ts";

/** Contribution of one party to a deal. */
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

/** Names it in a question to a person. */
export function sideText(
  { type, tonAmount, giftId, giftSlug, valueTon: value }: DealSide,
  language: string,
): string {
  if (type === "ton") return `${tonAmount} TON`;
  const { gift, giftNames } = texts(language).questions.deals;
  const one = giftSlug ?? giftId ?? "";
  // Where both name the gift, a person sees both: they might not mean the same.
  const both = giftSlug !== undefined && giftId !== undefined;
  return gift({ gift: both ? giftNames({ slug: giftSlug, id: giftId }) : one, value });
}
