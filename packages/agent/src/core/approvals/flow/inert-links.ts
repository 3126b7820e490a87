import type { PromptText } from "../../prompt-text.ts";
import { canonicalOf, linksIn } from "./addresses.ts";
import { type RequestContext, splitByTrust } from "./request-context.ts";

/** Rewrites what a model wrote, for people and programs that may open links by themselves. */
export interface LinkFilter {
  whole(text: string): string;
  /** Rewrites a text that arrives in pieces. Marks around words may differ from those of the whole. */
  stream(): LinkStream;
}

export interface LinkStream {
  /** Returns what can be shown by now: the end of the text is held back while a link may stand in it. */
  push(delta: string): string;
  /** Returns the rest. */
  end(): string;
}

/**
 * Creates the filter for responses to a prompt. Addresses that the model composed are spelled out as code, so
 * that no client loads or opens them by itself, and images are never loaded. Where no private and untrusted
 * text stand in one prompt, and for given addresses, links stay links.
 */
export function createLinkFilter(
  texts: readonly PromptText[],
  asking: Pick<RequestContext, "asker" | "integrity">,
): LinkFilter {
  const { trusted, untrusted } = splitByTrust(texts, asking);
  const isPrivate = texts.some(({ label }) => label.audience !== "all");
  if (untrusted.length === 0 || !isPrivate) return KEEP_LINKS;
  let given: ReadonlySet<string> | undefined;
  const isGiven = (address: string) => {
    given ??= addressesGivenIn([...trusted, ...untrusted.filter(({ isOutside }) => isOutside)]);
    return given.has(canonicalOf(address.replace(/[.,;:!?]+$/, "")) ?? "");
  };
  const stream = () => createLinkStream(isGiven);
  return {
    stream,
    whole(text) {
      const pieces = stream();
      return pieces.push(text) + pieces.end();
    },
  };
}

const KEEP_LINKS: LinkFilter = {
  whole: (text) => text,
  stream: () => ({ push: (delta) => delta, end: () => "" }),
};

function addressesGivenIn(texts: readonly PromptText[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => linksIn(text).map(({ address }) => address)));
}

type IsGiven = (address: string) => boolean;

function createLinkStream(isGiven: IsGiven): LinkStream {
  const rewrite = createLineRewriter(isGiven);
  let held = "";
  let isLineStart = true;
  const show = (length: number) => {
    let shown = "";
    for (let start = 0; start < length;) {
      const end = held.indexOf("\n", start) + 1;
      const line = held.slice(start, end === 0 ? length : Math.min(end, length));
      shown += rewrite(line, isLineStart);
      isLineStart = line.endsWith("\n");
      start += line.length;
    }
    held = held.slice(length);
    return shown;
  };
  return {
    push(delta) {
      held += delta.replaceAll(LINE_END, "\n").replaceAll(UNSEEN, "");
      const line = held.lastIndexOf("\n") + 1;
      return show(line + wordsIn(held.slice(line)));
    },
    end: () => show(held.length),
  };
}

/** Readers end lines at each of them. */
const LINE_END = /\r\n?|[\u2028\u2029]/g;

/** Readers take them out, and may find markup in what is left. */
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\0-\u0008\v\f\u000e-\u001f\u202a-\u202e]/g;

/** Returns the length of the whole words at the beginning of a line that no markup can begin in. */
function wordsIn(line: string): number {
  const marked = line.search(/[[\]()<>`!\\*_~|&#]/);
  const words = (marked === -1 ? line : line.slice(0, marked)).replace(/\S*$/, "");
  return words.trim() === "" ? 0 : words.length;
}

/**
 * Creates a function that rewrites the lines of a text in order. Code stays as it is where every reader of
 * Markdown agrees that it is code: between fences, and between the single backticks of one line. All other
 * backticks are removed, so that none can close or open code around an address, and HTML is shown as text.
 */
function createLineRewriter(isGiven: IsGiven): (line: string, isLineStart: boolean) => string {
  let fence: string | undefined;
  return (line, isLineStart) => {
    if (fence !== undefined) {
      if (isLineStart && FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = undefined;
      return line;
    }
    fence = isLineStart ? FENCE.exec(line)?.[1] : undefined;
    return fence === undefined ? rewriteLine(line, isGiven) : line;
  };
}

const FENCE = /^(```+)[\w+#-]*[ \t]*\n?$/;
const FENCE_END = /^ {0,3}(```+)[ \t]*\n?$/;

/** Every address and all markup that may hide one has some of these characters. */
const SUSPECT = /[/.&<[`\\]/;

function rewriteLine(line: string, isGiven: IsGiven): string {
  if (!SUSPECT.test(line)) return line;
  const body = hasPlainCode(line) ? line : line.replaceAll("`", "");
  const spelled = spellOutLine(body, isGiven);
  const left = outsideOfCode(spelled, (text) => withoutLinks(text, isGiven), "");
  // Readers take marks out of a text and then find addresses in it, also of code between brackets.
  const isPlain = spelled === body || !/[[\]]/.test(left);
  if (isPlain && withoutMarks(left).search(LINKS) === -1) return spelled;
  return spellOutLine(outsideOfCode(body, withoutMarks), isGiven);
}

function spellOutLine(line: string, isGiven: IsGiven): string {
  const spelled = outsideOfCode(line, (text) =>
    spellOut(text, isGiven).replaceAll(/\\+(?=`)/g, ""),
  );
  // Two backticks side by side would be a mark of their own.
  return spelled.replaceAll("``", "` `");
}

/** Whether the backticks of a line stand in pairs around code, for every reader. */
function hasPlainCode(line: string): boolean {
  const ticks = line.split("`").length - 1;
  return ticks % 2 === 0 && !/``|\\`/.test(line);
}

function outsideOfCode(text: string, change: (text: string) => string, code?: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? (code ?? part) : change(part)))
    .join("");
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[\\*_~|<>[\]()!]/g, "");
}

const ADDRESS = String.raw`(?:https?:)?//[^\s<>"'${"`"})\]]+`;

const LINKS = new RegExp(
  [
    String.raw`!\[(?<alt>[^\]]*)\](?:\(\s*<?(?<image>[^\s>)]+)[^)]*\)|\[[^\]]*\])`,
    String.raw`\[(?<title>[^\]]+)\]\(\s*<?(?<target>[^\s>)]+)[^)]*\)`,
    String.raw`^[ \t]*\[(?<ref>[^\]]+)\]:[ \t]*<?(?<defined>[^\s>]+).*$`,
    `<?(?<plain>${ADDRESS})>?`,
    String.raw`(?<![\p{L}\p{N}@/.:_-])(?<bare>www\.[^\s<>"')\]]+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/[^\s<>"')\]]*|(?:[\p{L}\p{N}-]+\.){2,}\p{L}{2,}\b)`,
  ].join("|"),
  "gimu",
);

function spellOut(text: string, isGiven: IsGiven): string {
  const spelled = text.replaceAll("&#", "&amp;#").replaceAll(LINKS, (_written, ...rest) => {
    const { alt, image, title, target, ref, defined, plain, bare } = toGroups(rest.at(-1));
    if (alt !== undefined) return image === undefined ? alt : `${alt} ${asCode(image)}`.trim();
    const address = target ?? defined ?? plain ?? bare ?? "";
    const isLink = isGiven(address);
    if (title !== undefined)
      return isLink ? `[${title}](${address})` : `${title} ${asCode(address)}`;
    const shown = isLink ? address : asCode(address);
    if (ref === undefined) return shown;
    return isLink ? `[${ref}]: ${shown}` : `${ref}: ${shown}`;
  });
  return spelled.replaceAll(TAG, "&lt;");
}

/** Begins a tag, a comment, or an address in angle brackets. */
const TAG = /<(?=[a-z/!?])/gi;

/** Removes the links that stay. */
function withoutLinks(text: string, isGiven: IsGiven): string {
  return text.replaceAll(LINKS, (written: string, ...rest) => {
    const { target, defined, plain, bare } = toGroups(rest.at(-1));
    return isGiven(target ?? defined ?? plain ?? bare ?? "") ? "" : written;
  });
}

function toGroups(groups: unknown): Readonly<Record<string, string | undefined>> {
  return typeof groups === "object" && groups !== null ? { ...groups } : {};
}

function asCode(address: string): string {
  return `\`${address}\``;
}
