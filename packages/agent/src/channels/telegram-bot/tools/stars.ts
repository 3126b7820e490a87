import type { Api } from "grammy";
import type { StarTransaction as StarTransactionOf, TransactionPartner } from "grammy/types";
import type { StarGift, StarTransaction } from "../../../integrations/telegram.ts";
import type { ApiSignal } from "../call-timeouts.ts";

/** Maximum number of transactions that the Bot API returns at once, and of pages that are read. */
const PAGE = 100;
const MAX_PAGES = 50;

/** Lists the bot's transactions in Stars, newest first. The Bot API returns the oldest first. */
export async function listTransactions(
  api: Api,
  options: {
    readonly limit: number;
    readonly direction?: "in" | "out" | undefined;
    readonly stop: ApiSignal | undefined;
  },
): Promise<readonly StarTransaction[]> {
  const { limit, direction, stop } = options;
  const found: StarTransaction[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const range = { offset: page * PAGE, limit: PAGE };
    const { transactions } = await api.getStarTransactions(range, stop);
    found.push(...transactions.map(toTransaction));
    if (transactions.length < PAGE) break;
  }
  return found
    .filter((one) => direction === undefined || one.direction === direction)
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, limit);
}

function toTransaction({ id, amount, date, source, receiver }: StarTransactionOf): StarTransaction {
  const partner = source ?? receiver;
  return {
    id,
    direction: source ? "in" : "out",
    stars: amount,
    at: new Date(date * 1000).toISOString(),
    party: partner && nameOf(partner),
  };
}

/** Lists the gifts that a bot can buy. */
export async function listGifts(
  api: Api,
  stop: ApiSignal | undefined,
): Promise<readonly StarGift[]> {
  const { gifts } = await api.getAvailableGifts(stop);
  return gifts.map(
    ({ id, star_count: stars, sticker, total_count: total, remaining_count: left }) => ({
      id,
      emoji: sticker.emoji,
      stars,
      limited: total === undefined ? undefined : { total, left: left ?? 0 },
    }),
  );
}

function nameOf(partner: TransactionPartner): string {
  switch (partner.type) {
    case "user":
      return [partner.user.first_name, partner.user.last_name].filter(Boolean).join(" ");
    case "chat":
      return "title" in partner.chat && partner.chat.title ? partner.chat.title : "a chat";
    case "fragment":
      return "Fragment";
    case "telegram_ads":
      return "Telegram Ads";
    case "telegram_api":
      return "Telegram's paid broadcasts";
    case "affiliate_program":
      return "an affiliate program";
    default:
      return "another party";
  }
}
