import { readMeanings } from "../../../platform/words.ts";
import { gapAfter, type ReadText, type TokenRange } from "./clauses.ts";
import { isPlain } from "./dictated.ts";
import { isGuarded } from "./guards.ts";
import { tokensIn } from "./tokens.ts";

/** An order that a person gave in so many words: whom to tell, pay or send what. */
export interface Order {
  readonly kind: "tell" | "mail" | "reply" | "send" | "pay" | "remember" | "run";
  /** As the person named them. */
  readonly recipients: readonly string[];
  /** Texts that may be told: the rest of the sentence, or of the message. */
  readonly bodies: readonly string[];
  readonly amount?: string | undefined;
  readonly asset?: string | undefined;
  readonly file?: string | undefined;
}

/**
 * Returns the orders in a message: imperatives of a closed list at the head of a sentence, with nothing left
 * over. What fits no pattern is no order, so a gap in the list costs a question and never a leak.
 */
export function ordersIn(text: ReadText): readonly Order[] {
  return text.sentences.flatMap((sentence) => {
    const written = sliceOf(text, sentence);
    const rest = text.text.slice(text.tokens[sentence.start]?.start ?? 0);
    const end = gapAfter(text.text, text.tokens, sentence.end - 1);
    return patterns().flatMap((pattern) => readOrder(pattern, { written, rest, end }) ?? []);
  });
}

function sliceOf({ text, tokens }: ReadText, { start, end }: TokenRange): string {
  return text.slice(tokens[start]?.start ?? 0, tokens[end - 1]?.end ?? 0);
}

interface Pattern {
  readonly kind: Order["kind"];
  readonly regex: RegExp;
  readonly and: RegExp;
}

interface Sentence {
  readonly written: string;
  /** From the head of the sentence to the end of the message. */
  readonly rest: string;
  /** Signs after the sentence. */
  readonly end: string;
}

function readOrder(
  { kind, regex, and }: Pattern,
  { written, rest, end }: Sentence,
): Order | undefined {
  const groups = regex.exec(written)?.groups;
  if (!groups) return undefined;
  const { to = "", body, amount, asset, file } = groups;
  const recipients =
    kind === "remember" || kind === "run" ? [] : to.split(and).map((one) => one.trim());
  if (recipients.some((one) => one === "" || !isName(one))) return undefined;
  if (body === undefined && /[?？؟]/.test(end)) return undefined;
  const whole = regex.exec(rest.trim())?.groups?.["body"];
  const bodies = [...(body === undefined ? [] : [body]), ...(whole === undefined ? [] : [whole])];
  return { kind, recipients, bodies, amount, asset, file };
}

/** Checks whether the words for a recipient are nothing but a name or an address. */
function isName(text: string): boolean {
  return (
    text.length <= 100 &&
    !/[?？؟!！\n]/.test(text) &&
    isPlain(text) &&
    !isGuarded(text, tokensIn(text))
  );
}

let known: readonly Pattern[] | undefined;

function patterns(): readonly Pattern[] {
  known ??= readMeanings("orders").flatMap(patternsOf);
  return known;
}

function patternsOf(words: Readonly<Record<string, readonly string[]>>): readonly Pattern[] {
  const { polite = [], that = [], to = [], remember = [] } = words;
  const head = `^(?:(?:${anyOf(polite)})[\\s,，]*)*`;
  const and = new RegExp(`\\s*[,，、]\\s*|\\s+(?:${anyOf(words["and"] ?? [])})\\s+`, "u");
  const colon = "\\s*[:：]\\s*";
  const conjunction = that.length > 0 ? `|,?\\s+(?:${anyOf(that)})\\s+` : "|[，,]\\s*";
  const verb = (list: readonly string[]) => `(?:${anyOf(list)})${gapOf(list)}`;
  const towards = to.length > 0 ? `(?:(?:${anyOf(to)})\\s*)?` : "";
  const amount = "(?<amount>[\\d.,'_]+)\\s*(?<asset>\\$?\\p{L}{2,12})";
  const telling = `(?<to>[^:：]{1,100}?)(?:${colon}${conjunction})(?<body>.+)$`;
  const file = "(?<file>[^\\s:：]*[./][^\\s:：]+)";
  const build = (kind: Order["kind"], source: string): Pattern => ({
    kind,
    regex: new RegExp(head + source, "isu"),
    and,
  });
  return [
    ...(["tell", "mail", "reply"] as const).flatMap((kind) =>
      (words[kind]?.length ?? 0) > 0 ? [build(kind, verb(words[kind] ?? []) + telling)] : [],
    ),
    build("pay", `${verb(words["pay"] ?? [])}${amount}\\s*${towards}(?<to>\\S+)$`),
    build("pay", `${verb(words["pay"] ?? [])}(?<to>\\S+)\\s+${amount}$`),
    build("send", `${verb(words["send"] ?? [])}(?<to>[^:：]{1,100}?)\\s+${file}$`),
    ...(to.length > 0
      ? [
          build(
            "send",
            `${verb(words["send"] ?? [])}${file}\\s+(?:${anyOf(to)})\\s+(?<to>[^:：]{1,100})$`,
          ),
        ]
      : []),
    ...(words["around"] ?? []).map((form) => {
      const [before = "", after = ""] = form.split(" … ");
      return build(
        "tell",
        `(?:${anyOf([before])})\\s+(?<to>[^:：]{1,100}?)\\s+(?:${anyOf([after])})(?:${colon}${conjunction})(?<body>.+)$`,
      );
    }),
    build("run", `${verb(words["run"] ?? [])}(?<quote>["\`])(?<body>[^"\`]+)\\k<quote>?$`),
    build(
      "remember",
      `(?:${anyOf(remember)})(?:${colon}|,?\\s+(?:${anyOf([...that, ...that])})\\s+|\\s+|[，,])(?<body>.+)$`,
    ),
  ];
}

function anyOf(words: readonly string[]): string {
  const longest = words.toSorted((one, other) => other.length - one.length);
  return (
    longest.map((word) => word.replaceAll(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`)).join("|") ||
    "(?!)"
  );
}

/** Between a verb and what follows stands a space, except in scripts without spaces. */
function gapOf(words: readonly string[]): string {
  return words.some((word) => /\p{Script=Han}/u.test(word)) ? "\\s*" : "\\s+";
}
