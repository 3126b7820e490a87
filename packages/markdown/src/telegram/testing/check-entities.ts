import { MAX_MESSAGE_ENTITIES, MAX_MESSAGE_UNITS } from "../message.ts";

/** A message as a program would send it, whether Telegram takes it or not. */
export interface SentText {
  readonly text: string;
  readonly entities: readonly SentEntity[];
}

export interface SentEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
  readonly custom_emoji_id?: string;
}

/** A rule of the Bot API for texts and entities, by what breaks it. */
export type BrokenRule =
  | "text-too-long"
  | "text-not-visible"
  | "text-not-trimmed"
  | "text-not-clean"
  | "too-many-entities"
  | "unknown-type"
  | "out-of-bounds"
  | "empty"
  | "blank"
  | "half-a-character"
  | "crossing"
  | "same-inside-same"
  | "inside-code"
  | "around-code"
  | "quote-inside-quote"
  | "inside-link"
  | "bad-url"
  | "url-without-link"
  | "bad-language"
  | "bad-emoji";

/**
 * Returns the rules of the Bot API that a message breaks, without duplicates, in alphabetical order. It is
 * stricter than Telegram, which silently fixes or drops some: a message without complaints arrives as it
 * was sent.
 */
export function checkEntities({ text, entities }: SentText): readonly BrokenRule[] {
  const broken = new Set([
    ...checkText(text),
    ...(entities.length > MAX_MESSAGE_ENTITIES ? (["too-many-entities"] as const) : []),
    ...entities.flatMap((entity) => checkEntity(entity, text)),
    ...entities.flatMap((entity, index) =>
      entities.slice(index + 1).flatMap((other) => checkPair(entity, other)),
    ),
  ]);
  return [...broken].toSorted();
}

const STYLES = new Set(["bold", "italic", "underline", "strikethrough", "spoiler"]);
const CODE = new Set(["code", "pre"]);
const QUOTES = new Set(["blockquote", "expandable_blockquote"]);
/** Entities that are tapped as a whole, or represent one thing. */
const LINKS = new Set([
  "text_link",
  "text_mention",
  "custom_emoji",
  "mention",
  "hashtag",
  "cashtag",
  "bot_command",
  "url",
  "email",
  "phone_number",
]);

/** Telegram takes control characters for spaces and removes these marks of direction. */
// oxlint-disable-next-line no-control-regex
const UNCLEAN = /[\0-\t\v-\u001f\u2028-\u202e]/;
const INVISIBLE = /^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;

function checkText(text: string): BrokenRule[] {
  const broken: BrokenRule[] = [];
  if (text.length > MAX_MESSAGE_UNITS) broken.push("text-too-long");
  if (INVISIBLE.test(text)) broken.push("text-not-visible");
  if (text !== text.trim()) broken.push("text-not-trimmed");
  if (UNCLEAN.test(text) || !text.isWellFormed()) broken.push("text-not-clean");
  return broken;
}

function checkEntity(entity: SentEntity, text: string): BrokenRule[] {
  const { type, offset, length } = entity;
  const end = offset + length;
  if (![STYLES, CODE, QUOTES, LINKS].some((types) => types.has(type))) return ["unknown-type"];
  if (length === 0) return ["empty"];
  const isInText = Number.isInteger(offset) && Number.isInteger(length) && offset >= 0;
  if (!isInText || length < 0 || end > text.length) return ["out-of-bounds"];

  const broken: BrokenRule[] = [];
  if (text.slice(offset, end).trim() === "") broken.push("blank");
  if (isInsidePair(text, offset) || isInsidePair(text, end)) broken.push("half-a-character");
  if (type === "text_link" && !isLinkable(entity.url)) broken.push("bad-url");
  if (type !== "text_link" && entity.url !== undefined) broken.push("url-without-link");
  if (entity.language !== undefined && (type !== "pre" || !/^\S{1,64}$/.test(entity.language)))
    broken.push("bad-language");
  if (type === "custom_emoji" && !isEmoji(entity, text.slice(offset, end)))
    broken.push("bad-emoji");
  return broken;
}

function checkPair(one: SentEntity, other: SentEntity): BrokenRule[] {
  const [outer, inner] = isAround(one, other) ? [one, other] : [other, one];
  const outerEnd = outer.offset + outer.length;
  if (inner.offset >= outerEnd || inner.offset + inner.length <= outer.offset) return [];
  if (inner.offset < outer.offset || inner.offset + inner.length > outerEnd) return ["crossing"];

  const broken: BrokenRule[] = [];
  if (outer.type === inner.type) broken.push("same-inside-same");
  if (CODE.has(outer.type)) broken.push("inside-code");
  if (CODE.has(inner.type) && !QUOTES.has(outer.type)) broken.push("around-code");
  if (QUOTES.has(outer.type) && QUOTES.has(inner.type)) broken.push("quote-inside-quote");
  if (LINKS.has(outer.type) && (LINKS.has(inner.type) || QUOTES.has(inner.type)))
    broken.push("inside-link");
  return broken;
}

/** Checks whether `one` is the outer entity; if both cover the same text, in Telegram's order. */
function isAround(one: SentEntity, other: SentEntity): boolean {
  if (one.offset !== other.offset) return one.offset < other.offset;
  if (one.length !== other.length) return one.length > other.length;
  return rankOf(one) <= rankOf(other);
}

function rankOf({ type }: SentEntity): number {
  return [QUOTES, CODE, LINKS, STYLES].findIndex((types) => types.has(type));
}

function isInsidePair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/** Telegram drops links to other schemes, and to hosts without a dot. */
function isLinkable(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, hostname, username } = new URL(url);
  if (protocol === "tg:") return true;
  return /^https?:$/.test(protocol) && username === "" && /\.|^\[/.test(hostname);
}

function isEmoji({ custom_emoji_id: id }: SentEntity, text: string): boolean {
  return id !== undefined && /^\p{RGI_Emoji}$/v.test(text);
}
