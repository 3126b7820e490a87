/**
 * Replaces literal signs by letters, in a text of the same length that the lexer searches for emphasis.
 * CommonMark takes some of them for emphasis, and people would lose what they meant. Rules beyond
 * CommonMark:
 *
 * - `*` and `~~` inside of a word or a sum stay: `2*3*4`, `a**b`, `(a)*(b)`. In scripts without spaces
 *   between words, they are emphasis: `这是**重要**的`.
 * - A single `~` stays: `H~2~O`, `~/.bashrc`.
 * - `__name__` around a single identifier stays: `__init__`.
 * - `**` also ends bold text after a punctuation mark that a word follows: `**Note:**text`, `**重要:**文`.
 * - `**` also starts it between a word of a script without spaces and a quote or bracket: `他说**“好”**`.
 */
export function maskSigns(text: string): string {
  const named = text.replaceAll(NAME, (name) => name.replaceAll("_", LETTER));
  const units = named.split("");
  const runs = [...named.matchAll(RUNS)].map(({ 0: signs, index }) => toRun(named, signs, index));
  const strong = runs.filter(
    (run) => run.signs.startsWith("**") && !isLiteral(run) && !isFree(run),
  );
  for (const { signs, start } of runs.filter(isLiteral))
    units.fill(LETTER, start, start + signs.length);
  for (const at of spacesAround(strong)) units[at] = " ";
  return units.join("");
}

const LETTER = "a";
const RUNS = /\*+|~+/g;
const NAME = /(?<![\p{L}\p{N}_])__[a-z](?:_?[a-z\d])*__(?![\p{L}\p{N}_])/giu;

/** Adjacent signs with their surroundings. */
interface Run {
  readonly signs: string;
  readonly start: number;
  readonly before: string;
  readonly after: string;
}

function toRun(text: string, signs: string, start: number): Run {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.codePointAt(start + signs.length);
  return {
    signs,
    start,
    before: Array.from(before).at(-1) ?? "",
    after: after === undefined ? "" : String.fromCodePoint(after),
  };
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

function isLiteral({ signs, before, after }: Run): boolean {
  if (signs.startsWith("~") && signs.length !== 2) return true;
  if (UNSPACED.test(before) || UNSPACED.test(after)) return false;
  return /[\p{L}\p{N}\p{M}\p{Pe}]/u.test(before) && /[\p{L}\p{N}\p{M}\p{Ps}]/u.test(after);
}

/** Between spaces. */
function isFree({ before, after }: Run): boolean {
  return before.trim() === "" && after.trim() === "";
}

/** Which characters have to be spaces, so that the lexer opens and closes bold text by our rules. */
function spacesAround(runs: readonly Run[]): readonly number[] {
  const spaces: number[] = [];
  let isOpen = false;
  for (const [index, run] of runs.entries()) {
    const { start, signs } = run;
    const next = runs[index + 1];
    if (isOpen && closes(run)) isOpen = false;
    else if (isOpen && endsSentence(run) && (!next || opens(next) || beginsQuote(next))) {
      isOpen = false;
      spaces.push(start + signs.length);
    } else if (!isOpen && opens(run)) isOpen = true;
    else if (!isOpen && beginsQuote(run)) {
      isOpen = true;
      spaces.push(start - 1);
    }
  }
  return spaces;
}

/** CommonMark's left-flanking. */
function opens({ before, after }: Run): boolean {
  if (after.trim() === "") return false;
  return !PUNCTUATION.test(after) || before.trim() === "" || PUNCTUATION.test(before);
}

/** CommonMark's right-flanking. */
function closes({ before, after }: Run): boolean {
  return opens({ signs: "", start: 0, before: after, after: before });
}

function endsSentence({ before, after }: Run): boolean {
  const signs = UNSPACED.test(after) ? /[\p{P}\p{S}]/u : /[:：.。!！?？;；…%"'\p{Pi}\p{Pf}]/u;
  return WORD.test(after) && signs.test(before);
}

function beginsQuote({ before, after }: Run): boolean {
  return UNSPACED.test(before) && /["'\p{Ps}\p{Pi}\p{Pf}]/u.test(after);
}
