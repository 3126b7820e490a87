import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  integer,
  oneof,
  record,
  string,
  tuple,
} from "fast-check";

/** A piece of Markdown and what a reader sees of it: known from how it was made, not by parsing. */
export interface Piece {
  readonly source: string;
  readonly shown: string;
  /** Visible text if no text hides a URL. */
  readonly plain: string;
}

/** Blocks with free lines between them: what a model might answer. */
export type Answer = readonly Piece[];

/** Returns the Markdown of an answer, as a model writes it. */
export function sourceOf(answer: Answer): string {
  return answer.map(({ source }) => source).join("\n\n");
}

const same = (source: string): Piece => ({ source, shown: source, plain: source });

/** Puts something before and after the source of a piece that readers do not see. */
function wrap({ source, shown, plain }: Piece, before: string, after = before): Piece {
  return { source: `${before}${source}${after}`, shown, plain };
}

function join(pieces: readonly Piece[], separator: string): Piece {
  const joined = (key: keyof Piece) => pieces.map((piece) => piece[key]).join(separator);
  return { source: joined("source"), shown: joined("shown"), plain: joined("plain") };
}

const WORDS = [
  ..."word well-known Zürich naïve snake_case_name 5_000_000 3.14 50% C# e.g. don't end.".split(
    " ",
  ),
  ..."https://ex.com/a_b?c=1&d=2 /path/to_file.txt 中文字 日本語 한국어 שלום مرحبا עברית. привет".split(
    " ",
  ),
  ..."👍 👍🏽 👨‍👩‍👧‍👦 🇩🇪 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 e\u0301\u0323 a\u200db".split(" "),
].map(same);

/** Signs that are literal in any context. */
const SIGNS = [
  ..."2*3*4 2**3**2 a*b*c (a+b)*(c+d)*(e+f) H~2~O ~5 ~/.bashrc __init__ __main__.py x_1_2".split(
    " ",
  ),
  ..."$5_000 #5 <3 a==b x^2^ well—known x│y •".split(" "),
].map(same);

/** Bold text that CommonMark does not take for it, or only without the words around it. */
const BOLD: readonly Piece[] = [
  ["**Note:**text", "Note:text"],
  ["**重要:**文", "重要:文"],
  ["这是**重要**的", "这是重要的"],
  ["他说**“你好”**。", "他说“你好”。"],
  ["**서울**은", "서울은"],
].map(([source = "", shown = ""]) => ({ source, shown, plain: shown }));

/** Texts that could open a style that later text closes. */
const OPEN = ["**kwargs", "f(*args, **kw)", "dict(**a,**b)", "int *p;", "5 ** 3", "*.txt"].map(
  same,
);

/** Texts that are not displayed as they were written. */
const SPECIAL: readonly Piece[] = [
  ["&amp;", "&"],
  ["&lt;b&gt;", "<b>"],
  ["&#x1F600;", "😀"],
  ["&unknown;", "&unknown;"],
  ["&#38;lt;", "&lt;"],
  ["&#x202e;", "&#x202e;"],
  ["\\*", "*"],
  ["\\_x\\_", "_x_"],
  ["2 * 3 * 4", "2 * 3 * 4"],
  ["a < b > c", "a < b > c"],
  ['<span class="x">', '<span class="x">'],
  ["</div>", "</div>"],
  ["<u>under</u>", "under"],
  ["<b>bold</b>", "bold"],
  ["<kbd>Ctrl</kbd>", "Ctrl"],
  ["x<br>y", "x y"],
  ["||", "||"],
  ["||hidden word||", "hidden word"],
  ["tab\there", "tab here"],
  ["right\u202eleft", "rightleft"],
].map(([source = "", shown = ""]) => ({ source, shown, plain: shown }));

const anyWord = oneof(
  { weight: 6, arbitrary: constantFrom(...WORDS) },
  { weight: 2, arbitrary: constantFrom(...SIGNS) },
  constantFrom(...SPECIAL),
);

/** Words, and nothing that a character beside them could change. */
const anyPlainWord = constantFrom(...WORDS.slice(0, 5));

const anyUrl = constantFrom("https://ex.com/p?q=1", "http://ex.org", "tg://resolve?domain=x");
const anyBadUrl = constantFrom(
  "javascript:alert%281%29",
  "data:text/html,x",
  "/relative/x.md",
  "http://localhost:8080/",
  "https://ex.com@evil.example/",
);

const anyCode = string({
  unit: constantFrom(..."a b z 0 1 9 * _ < > & | [ ] ( ) # \\".split(" "), " "),
  minLength: 1,
  maxLength: 12,
}).map((text) => same(`x${text}x`));

const anyImage = tuple(anyUrl, anyPlainWord).map(([url, { source }]) => ({
  source: `![${source}](${url})`,
  shown: source,
  plain: `${source} (${url})`,
}));

/** Running text whose styles are none of `styles`, with words at both ends. */
function anyText(styles: readonly string[], depth: number): Arbitrary<Piece> {
  const leaves: Arbitrary<Piece>[] = [
    anyWord,
    anyCode.map((code) => wrap(code, "`")),
    anyCode.map((code) => wrap(code, "`` ", " ``")),
    ...(styles.includes("[") ? [] : [anyImage]),
    ...(styles.every((style) => style === "[") ? [constantFrom(...BOLD)] : []),
  ];
  const nested = depth === 0 ? [] : [anyLink(styles, depth), anyStyled(styles, depth)];
  const anyMiddle = oneof({ weight: 5, arbitrary: anyWord }, ...leaves, ...nested);
  return tuple(anyPlainWord, array(anyMiddle, { maxLength: 6 }), anyPlainWord).map(
    ([first, middle, last]) => join([first, ...middle, last], " "),
  );
}

function anyStyled(styles: readonly string[], depth: number): Arbitrary<Piece> {
  const left = ["**", "*", "~~", "_"].filter((style) => !styles.includes(style));
  const [fallback = "**"] = left;
  return constantFrom(fallback, ...left).chain((style) =>
    anyText([...styles, style], depth - 1).map((text) => wrap(text, style)),
  );
}

function anyLink(styles: readonly string[], depth: number): Arbitrary<Piece> {
  const words = styles.includes("[")
    ? anyPlainWord
    : anyText([...styles, "["], 0).map((text) => ({ ...text, plain: text.shown }));
  const good = tuple(anyPlainWord, anyUrl).map(([word, url]) => ({
    ...wrap(word, "[", `](${url})`),
    plain: `${word.plain} (${url})`,
  }));
  const bad = tuple(words, anyBadUrl).map(([text, url]) => toBadLink(text, url));
  return depth > 0 && !styles.includes("[") ? oneof(good, bad) : anyWord;
}

function toBadLink(text: Piece, url: string): Piece {
  const shown = `${text.shown} (${url})`;
  return { source: `[${text.source}](${url})`, shown, plain: shown };
}

const anyLine = anyText([], 3);
const anyOpenLine = array(constantFrom(...WORDS.slice(0, 5), ...SIGNS, ...OPEN), {
  minLength: 1,
  maxLength: 8,
}).map((words) => join([same("word"), ...words], " "));
const anyParagraph = array(anyLine, { minLength: 1, maxLength: 4 }).map((lines) =>
  join(lines, "\n"),
);

const anyHeading = toHeading(anyLine);

function toHeading(line: Arbitrary<Piece>): Arbitrary<Piece> {
  return tuple(integer({ min: 1, max: 6 }), line).map(([level, text]) =>
    wrap(text, `${"#".repeat(level)} `, ""),
  );
}

/** Every line of a source, with something before it. */
function indent({ source, shown, plain }: Piece, by: string): Piece {
  return { source: source.replaceAll(/^/gm, by), shown, plain };
}

const anyQuote = array(anyParagraph, { minLength: 1, maxLength: 3 }).map((paragraphs) => {
  const lines = paragraphs.map((paragraph, at) => indent(paragraph, at === 2 ? "> > " : "> "));
  return { ...join(lines, "\n\n"), source: lines.map(({ source }) => source).join("\n>\n") };
});

/** A list; its items may hold another, a second paragraph, or code. */
function anyList(depth: number, words = anyLine): Arbitrary<Piece> {
  const inner = [words, anyFence(["\n"], 3), ...(depth === 0 ? [] : [anyList(depth - 1, words)])];
  const anyItem = tuple(words, array(oneof(...inner), { maxLength: 1 }));
  return tuple(
    constantFrom("-", "*", "+", "1.", "[x]", "[ ]"),
    array(anyItem, { minLength: 1, maxLength: 5 }),
  ).map(([mark, items]) =>
    join(
      items.map(([line, more], index) =>
        toItem(mark === "1." ? `${index + 1}.` : mark, [line, ...more]),
      ),
      "\n",
    ),
  );
}

/** Marks of bullets and tasks are left out of what is compared; numbers are not. */
function toItem(mark: string, pieces: readonly Piece[]): Piece {
  const { source, shown, plain } = join(pieces, "\n\n");
  const sign = mark.startsWith("[") ? `- ${mark}` : mark;
  const by = mark.startsWith("[") ? "  " : " ".repeat(mark.length + 1);
  const told = /\d/.test(mark) ? `${mark} ` : "";
  const indented = source.replaceAll(/\n(?=[^\n])/g, `\n${by}`);
  return { source: `${sign} ${indented}`, shown: told + shown, plain: told + plain };
}

const LANGUAGES = ["", "python", "ts", "c++", "json title=x"];
const CODE_LINES = [
  "if (a < b && c > d) {}",
  "    indented *not* _italic_",
  "\tprint('it\\'s `odd`')",
  "",
  "| a | b |",
  "# comment 👍",
  "- item [x](y) &amp; <br>",
];

/** Code of up to `maxLines` lines, `times` times; it ends with one of `ends`, or does not where that is empty. */
function anyFence(ends: readonly string[], maxLines: number, times = 1): Arbitrary<Piece> {
  return tuple(
    constantFrom(...LANGUAGES),
    array(constantFrom(...CODE_LINES), { minLength: 1, maxLength: maxLines }),
    constantFrom(...ends),
    constantFrom("```", "~~~~"),
  ).map(([language, lines, end, fence]) => {
    const body = same(Array.from({ length: times }, () => lines.join("\n")).join("\n"));
    return wrap(body, `${fence}${language}\n`, end === "" ? "" : `\n${fence}`);
  });
}

const anyShortWord = constantFrom(...WORDS.slice(0, 4));
const anyCell = oneof(
  anyShortWord,
  anyShortWord.map((word) => wrap(word, "**")),
  anyShortWord.map((word) => wrap(word, "`")),
);

const anyTable = tuple(
  integer({ min: 1, max: 3 }),
  boolean(),
  array(array(anyCell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
).map(([columns, isWide, cells]) => {
  const names = ["Name", "Amount", isWide ? "A column that no telephone has room for" : "Unit"];
  const header = names.slice(-columns).map(same);
  const rows = cells.map((row) => row.slice(0, columns));
  const [head = "", rule = "", ...body] = [header, header.map(() => same("---")), ...rows].map(
    (row) => `| ${row.map(({ source }) => source).join(" | ")} |`,
  );
  const shown = isWide ? rows.map((row) => namedRow(header, row)) : [header, ...rows].map(shownRow);
  const text = shown.join(" ");
  return { source: [head, rule, ...body].join("\n"), shown: text, plain: text };
});

function shownRow(row: readonly Piece[]): string {
  return row.map(({ shown }) => shown).join(" ");
}

function namedRow(header: readonly Piece[], row: readonly Piece[]): string {
  return row.map(({ shown }, index) => `${header[index]?.shown}: ${shown}`).join(" ");
}

const anyReference = tuple(anyPlainWord, anyUrl).map(([{ source }, url]) => ({
  source: `See [${source}][${url.length}].\n\n[${url.length}]: ${url}`,
  shown: `See ${source}.`,
  plain: `See ${source} (${url}).`,
}));

const anyOther = constantFrom<Piece>(
  { source: "---", shown: "", plain: "" },
  { source: "<div>\nA *box*\n</div>", ...both("<div> A *box* </div>") },
  { source: "<details>\n<summary>More</summary>", ...both("More") },
);

function both(text: string): Pick<Piece, "shown" | "plain"> {
  return { shown: text, plain: text };
}

const anyBlock = oneof(
  { weight: 4, arbitrary: anyParagraph },
  { weight: 1, arbitrary: anyOpenLine },
  { weight: 2, arbitrary: anyHeading },
  { weight: 3, arbitrary: anyList(2) },
  { weight: 2, arbitrary: anyQuote },
  { weight: 2, arbitrary: anyFence(["\n"], 8) },
  { weight: 1, arbitrary: anyFence(["\n"], 8, 60) },
  { weight: 2, arbitrary: anyTable },
  { weight: 1, arbitrary: anyReference },
  { weight: 1, arbitrary: anyOther },
);

/**
 * Answers typical of models, some with unclosed code, some too long for a message. A line separates two
 * blocks, so that they do not merge.
 */
export const anyAnswer: Arbitrary<Answer> = record({
  blocks: array(anyBlock, { minLength: 1, maxLength: 10 }),
  repeats: constantFrom(1, 1, 1, 1, 4),
  open: array(anyFence([""], 8), { maxLength: 1 }),
}).map(({ blocks, repeats, open }) => [
  ...Array.from({ length: repeats }, () => blocks.flatMap((block) => [same("So:"), block])).flat(),
  ...open,
]);

const anyUnlinkedLine = anyText(["["], 2).filter(({ source }) => !source.includes("://"));

/** An answer without addresses and tables. */
export const anyProse: Arbitrary<Answer> = array(
  oneof(anyUnlinkedLine, anyOpenLine, toHeading(anyUnlinkedLine), anyList(1, anyUnlinkedLine)),
  { minLength: 1, maxLength: 6 },
).map((blocks) => blocks.flatMap((block) => [same("So:"), block]));

/** Markdown signs among letters, in any order: no sign hides a letter. No text follows a fence. */
export const anySoup: Arbitrary<string> = array(
  constantFrom(
    ..."a b word é 中 👍 שלום".split(" "),
    ..."* ** *** _ __ ~~ ` `` ``` ~~~ # ## > - + = | || --- :-: \\ ! [ ] < > & ; : .".split(" "),
    " ",
    "  ",
    "\n",
    "\n\n",
    "    ",
  ),
  { maxLength: 120 },
).map((signs) => signs.join("").replaceAll(/(`{3,}|~{3,})[^\n]*/g, "$1"));
