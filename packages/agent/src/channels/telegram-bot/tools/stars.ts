import type { Api } from "grammy";
import { Fault } from "@reeve/sdk";
import type {
  OwnedGift as OwnedGiftOf,
  StarTransaction as StarTransactionOf,
  TransactionPartner,
} from "grammy/types";
import type {
  OwnedGift,
  OwnedGifts,
  OwnedGiftsOptions,
  StarGift,
  StarTransaction,
} from "../../../integrations/telegram.ts";
import { nameOf } from "../incoming/message/describe-media.ts";
import type { ApiSignal } from "../call-timeouts.ts";

/** Maximum number of entries that the Bot API returns at once, and of pages that are read. */
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
    party: partner && nameOfPartner(partner),
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

/**
 * Lists the gifts of a person, by number, or of a channel, by username. Of channels, a bot may see only the gifts
 * that are shown.
 */
export async function listOwnedGifts(
  api: Api,
  owner: string,
  { limit, sort, excludeHidden, excludeShown, stop }: OwnedGiftsRequest,
): Promise<OwnedGifts> {
  const isChannel = !/^\d+$/.test(owner);
  if (excludeShown || (excludeHidden && !isChannel))
    throw new Fault("unavailable", "A bot cannot tell shown gifts from hidden ones.", {
      hint: `Leave out ${excludeShown ? "excludeSaved" : "excludeUnsaved"}.`,
    });
  const gifts: OwnedGift[] = [];
  let offset = "";
  let total = 0;
  do {
    const wanted = {
      limit: Math.min(limit - gifts.length, PAGE),
      ...(sort === "price" && { sort_by_price: true }),
      ...(excludeHidden && { exclude_unsaved: true }),
      ...(offset !== "" && { offset }),
    };
    const page = await (isChannel
      ? api.raw.getChatGifts({ chat_id: `@${owner.replace(/^@/, "")}`, ...wanted }, stop)
      : api.getUserGifts(Number(owner), wanted, stop));
    gifts.push(...page.gifts.map(toOwnedGift));
    total = page.total_count;
    offset = page.next_offset ?? "";
  } while (offset !== "" && gifts.length < limit);
  return { total, gifts };
}

interface OwnedGiftsRequest extends Omit<OwnedGiftsOptions, "signal"> {
  readonly stop: ApiSignal | undefined;
}

function toOwnedGift(owned: OwnedGiftOf): OwnedGift {
  const { sender_user: sender, send_date: date } = owned;
  const given = {
    at: new Date(date * 1000).toISOString(),
    from: sender && nameOf(sender),
  };
  if (owned.type === "unique") {
    const { gift_id: id, base_name: name, name: slug, number, model } = owned.gift;
    const collectible = { title: `${name} #${number}`, slug, model: model.name };
    return { id, emoji: model.sticker.emoji, collectible, ...given };
  }
  const { id, sticker, star_count: stars } = owned.gift;
  const { text, was_refunded: isRefunded } = owned;
  return { id, emoji: sticker.emoji, stars, ...given, text, isRefunded };
}

function nameOfPartner(partner: TransactionPartner): string {
  switch (partner.type) {
    case "user":
      return nameOf(partner.user);
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
