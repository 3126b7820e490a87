import { foldText } from "../../kernel/text/fold-text.ts";
import { isLessTrusted } from "../../kernel/label.ts";
import type { PromptText } from "../prompt-text.ts";
import type { SensitiveArgument } from "./sensitive-arguments.ts";
import type { RequestContext } from "./argument-origins.ts";
import type { Risk } from "./find-risk.ts";
import { hostOf, hostsIn } from "./values-in.ts";

/** So many words in a row are somebody's sentence. */
const WORDS_IN_A_ROW = 4;
/** A word of so many characters is data, with a digit in it sooner. */
const LONG_WORD = 16;
const LONG_CODE = 5;

/**
 * Whether reading would tell somebody outside what is private here: a host that the asker
 * did not name gets data of a private text, or was named by a stranger together with what
 * nobody wrote there. A link that stands in full in what was read is only followed.
 */
export function findEgress(
  values: readonly SensitiveArgument[],
  asking: RequestContext,
): Risk | undefined {
  const outgoing = values.filter(({ role }) => role === "host" || role === "query");
  return outgoing.map((one) => riskOf(one, asking)).find((concern) => concern !== undefined);
}

function riskOf(
  { role, value }: SensitiveArgument,
  { texts, asker, integrity }: RequestContext,
): Risk | undefined {
  const said = texts.filter(
    ({ author, label }) => author === asker && !isLessTrusted(label, integrity),
  );
  if (said.some(({ text }) => text.includes(value))) return undefined;
  const others = texts.filter((text) => !said.includes(text));
  const low = others.filter(({ label }) => isLessTrusted(label, integrity));
  if (role === "query") return leakOf(decoded(value), { said, others });

  if (low.some(({ text }) => names(text, value))) return undefined;
  const host = hostOf(value);
  if (host === undefined) return leakOf(decoded(value), { said, others });
  if (said.some(({ text }) => namesHost(text, host))) return undefined;
  const written = writtenHost(value);
  const tempter = low.find(
    ({ text }) =>
      [...hostsIn(text)].some((one) => isWithin(host, one)) ||
      (written !== "" && text.toLowerCase().includes(written)),
  );
  if (tempter && carries(value, tempter.text, host)) {
    const origin = tempter.label.origin ?? "someone else";
    return {
      asks: true,
      note: `${host} was named by ${origin} and would receive more data`,
      origin,
    };
  }
  return leakOf(decoded(value), { said, others });
}

/** The link stands there whole, and does not go on. */
function names(text: string, url: string): boolean {
  const at = text.indexOf(url);
  return at !== -1 && !/^[\w/%&=?#-]/.test(text.slice(at + url.length));
}

/** The name of a file is a host only where it is written as one. */
function namesHost(text: string, host: string): boolean {
  if (!hostsIn(text).has(host)) return false;
  const folded = text.toLowerCase();
  return !FILE_LIKE.test(host) || [`//${host}`, `www.${host}`].some((at) => folded.includes(at));
}

/** Endings that both files and hosts have. */
const FILE_LIKE = /\.(?:md|zip|sh|py|rs|pl|ps|cc|so|mov)$/;

/** The host as the address spells it. */
function writtenHost(value: string): string {
  const [, host = ""] = WRITTEN.exec(value.trim().toLowerCase()) ?? [];
  return host;
}

const WRITTEN = /^(?:[a-z][a-z\d+.-]*:[\\/]*)?(?:[^\\/?#@]*@)?(\[[^\]]*\]|[^\\/?#:]+)/;

/** A host below a named one is as good as a parameter. */
function isWithin(host: string, named: string): boolean {
  return host === named || host.endsWith(`.${named}`);
}

function carries(value: string, text: string, host: string): boolean {
  const url = URL.parse(value) ?? URL.parse(`https://${value}`);
  if (!url) return true;
  const { search, username, password, port, pathname } = url;
  if (!hostsIn(text).has(host) || `${search}${username}${password}${port}` !== "") return true;
  return pathname !== "/" && !text.includes(pathname.replace(/\/$/, ""));
}

interface Around {
  readonly said: readonly PromptText[];
  /** Everything else in the prompt. */
  readonly others: readonly PromptText[];
}

/** Data of a private text that the asker did not say and that nothing public holds. */
function leakOf(value: string, { said, others }: Around): Risk | undefined {
  const words = foldText(value).split(" ");
  const known = [...said, ...others.filter(({ label }) => label.audience === "all")].map(fold);
  const secret = others.filter(({ label }) => label.audience !== "all");
  const leaks = [...codesIn(words), ...rowsOf(words)].filter(
    (part) => !known.some((text) => text.includes(` ${part} `)),
  );
  const source = secret.find((text) => {
    const folded = fold(text);
    return leaks.some((part) => folded.includes(` ${part} `));
  });
  if (!source) return undefined;
  const origin = source.label.origin ?? "private data that only you may see";
  return { asks: true, note: `it would receive text from ${origin}`, origin };
}

function fold({ text }: PromptText): string {
  return ` ${foldText(text)} `;
}

function codesIn(words: readonly string[]): readonly string[] {
  return words.filter(
    (word) => word.length >= LONG_WORD || (word.length >= LONG_CODE && /\d/.test(word)),
  );
}

function rowsOf(words: readonly string[]): readonly string[] {
  return words
    .slice(0, Math.max(0, words.length - WORDS_IN_A_ROW + 1))
    .map((_, at) => words.slice(at, at + WORDS_IN_A_ROW).join(" "));
}

/** As it would be read at the other end: percent signs, plus signs, base64 and hex undone. */
function decoded(value: string): string {
  const plain = value.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) =>
    Buffer.from(codes.replaceAll("%", ""), "hex").toString(),
  );
  const hidden = CODES.flatMap(({ code, encoding }) =>
    Array.from(plain.matchAll(code), ([found]) => Buffer.from(found, encoding).toString()),
  ).filter((text) => /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]+$/u.test(text));
  return [plain.replaceAll("+", " "), ...hidden].join(" ");
}

/** A slash may be part of the code, or end it. */
const CODES = [
  { code: /[\w+-]{12,}/g, encoding: "base64" },
  { code: /[\w+/-]{12,}/g, encoding: "base64" },
  { code: /(?:[\da-f]{2}){6,}/gi, encoding: "hex" },
] as const;
