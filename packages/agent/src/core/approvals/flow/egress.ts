import { type Link, canonicalOf, linksIn } from "./addresses.ts";
import type { PromptText } from "../../prompt-text.ts";
import type { ReadText } from "./clauses.ts";
import { findTokens, isSameInAnyCase, tokensIn } from "./tokens.ts";
import { normalize } from "./plain-text.ts";

/** A byte that the model composed. */
const BITS_PER_BYTE = 8;

export interface AddressContext {
  /** Texts that nobody less trusted than the asker wrote. */
  readonly trusted: readonly PromptText[];
  readonly untrusted: readonly PromptText[];
  /** The newest message that the asker typed. */
  readonly newest: ReadText | undefined;
  /** Addresses that earlier calls of the conversation opened, in their order. */
  readonly opened: readonly string[];
}

/**
 * Returns how many bits a request for this address tells whoever receives it, at most: 8 for each byte that
 * the model composed; for a given address, what the choice of it tells. Addresses in what was stored here
 * are not given: the model may have composed them before.
 */
export function bitsOfAddress(address: string, context: AddressContext): number {
  const wanted = canonicalOf(address);
  if (wanted === undefined) return BITS_PER_BYTE * Buffer.byteLength(address);
  if (context.trusted.some((text) => linksIn(text).some((link) => link.address === wanted)))
    return 0;
  const costs = context.untrusted
    .filter(({ isOutside }) => isOutside)
    .flatMap((text) => costOfLink(wanted, text, context) ?? []);
  return costs.length > 0 ? Math.min(...costs) : bitsComposed(wanted, context);
}

/** Returns the bits in a query for a declared recipient: those of tokens that the asker did not type. */
export function bitsOfQuery(query: string, newest: ReadText | undefined): number {
  const said = new Set(newest?.tokens.map((token) => token.text.toLowerCase()));
  const composed = tokensIn(normalize(query)).filter(
    (token) => !said.has(token.text.toLowerCase()),
  );
  return composed.reduce(
    (bits, token) => bits + BITS_PER_BYTE * (Buffer.byteLength(token.text) + 1),
    0,
  );
}

function costOfLink(
  wanted: string,
  text: PromptText,
  { newest, opened }: AddressContext,
): number | undefined {
  const links = linksIn(text);
  const link = links.find(({ address }) => address === wanted);
  if (!link) return undefined;
  if (newest && isOnlyTitle(link, { links, newest })) return 0;
  const isSearch = text.label.sources?.every(({ kind }) => kind === "search") ?? false;
  const among = isSearch ? links.filter(({ address }) => isSameSite(address, wanted)) : links;
  const before = among.filter(({ address }) => opened.includes(address));
  const isNext = before.length > 0 && before.every((one, index) => one === among[index]);
  if (isNext && among[before.length] === link) return 0;
  const left = among.length - before.filter((one) => one !== link).length;
  return Math.max(1, Math.log2(left));
}

/** Checks whether the asker named the link by its text, and that fits no other one. */
function isOnlyTitle(
  { title }: Link,
  { links, newest }: { readonly links: readonly Link[]; readonly newest: ReadText },
): boolean {
  const isNamed = (name: string) => {
    const tokens = tokensIn(name);
    return findTokens(tokens, newest.tokens, isSameInAnyCase).length > 0;
  };
  return title !== "" && isNamed(title) && links.filter((one) => isNamed(one.title)).length === 1;
}

/** Hosts with the same last two labels may have the same owner. */
function isSameSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other);
}

function siteOf(address: string): string {
  return new URL(address).hostname.split(".").slice(-2).join(".");
}

/** Returns the bits of all parts of an address that no given address on that host has, and of one sign between them. */
function bitsComposed(wanted: string, { trusted, untrusted }: AddressContext): number {
  const url = new URL(wanted);
  const given = [...trusted, ...untrusted]
    .flatMap((text) => linksIn(text).map(({ address }) => new URL(address)))
    .filter(({ host }) => host === url.host);
  const host = given.length > 0 ? "" : url.host;
  const account = url.username + url.password;
  const paths = given.map(({ pathname }) => pathname.split("/"));
  const path = url.pathname
    .split("/")
    .filter((segment, index) => !paths.some((known) => known[index] === segment))
    .join("");
  const search = given.some((one) => one.search === url.search) ? "" : url.search;
  const scheme = url.protocol === "https:" ? "" : url.protocol;
  const bytes = Buffer.byteLength(host + account + path + search + scheme);
  return BITS_PER_BYTE * (1 + Math.max(1, bytes));
}
