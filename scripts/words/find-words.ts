import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import type { ReplacedWord } from "./replaced-words.ts";

/** A replaced word in a file. */
export interface FoundWord {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly use: string;
  readonly text: string;
}

/** Names that were replaced, whole: those of code, and those of files without their extension. */
export interface Renamed {
  readonly names: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

interface Piece {
  readonly kind: "name" | "comment" | "text";
  readonly text: string;
  readonly at: number;
}

/** Finds replaced words in the path and the content of a file. Paths are relative and use `/`. */
export function findWords(
  file: string,
  content: string,
  words: readonly ReplacedWord[],
  renamed: Renamed,
): readonly FoundWord[] {
  const wanted = words.filter(
    ({ allow = [] }) => !allow.some((glob) => path.matchesGlob(file, glob)),
  );
  const lineOf = createLineFinder(content);
  const found = piecesOf(file, content).flatMap((piece) =>
    matches(piece, wanted, renamed).map((match) => ({
      file,
      line: lineOf(piece.at + match.offset),
      word: match.word,
      use: match.use,
      text: match.text,
    })),
  );
  return [...inFileName(file, wanted, renamed), ...found];
}

function inFileName(
  file: string,
  words: readonly ReplacedWord[],
  renamed: Renamed,
): readonly FoundWord[] {
  const name = path.basename(file).replace(/\..*$/, "");
  const spaced = name.toLowerCase().replaceAll(/[-_]/g, " ");
  const families = words.filter(({ names }) => names?.test(spaced));
  return [...ofList(name, renamed.files), ...families].map(({ word, use }) => ({
    file,
    line: 1,
    word,
    use,
    text: name,
  }));
}

function ofList(name: string, list: Renamed["names"]): readonly { word: string; use: string }[] {
  const use = Object.hasOwn(list, name) ? list[name] : undefined;
  return use === undefined ? [] : [{ word: name, use }];
}

interface Match {
  readonly word: string;
  readonly use: string;
  readonly text: string;
  readonly offset: number;
}

function matches(piece: Piece, words: readonly ReplacedWord[], renamed: Renamed): readonly Match[] {
  if (piece.kind === "name") {
    const { text } = piece;
    const spaced = splitName(text);
    const families = words.filter(
      ({ names, exact }) => names?.test(spaced) === true || exact?.test(text) === true,
    );
    return [...ofList(text, renamed.names), ...families].map(({ word, use }) => ({
      word,
      use,
      text,
      offset: 0,
    }));
  }
  return words.flatMap(({ word, use, prose, comments, texts }) =>
    [prose, piece.kind === "comment" ? comments : texts].flatMap((pattern) => {
      const match = pattern?.exec(piece.text);
      return match ? [{ word, use, text: match[0], offset: match.index }] : [];
    }),
  );
}

/** Splits a name of code into words: `MOST_ITEMS` becomes "most items". */
function splitName(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .replaceAll(/[_$-]+/g, " ")
    .trim()
    .toLowerCase();
}

function piecesOf(file: string, content: string): readonly Piece[] {
  if (/\.m?[jt]sx?$/.test(file)) return codePieces(file, content);
  if (file.endsWith(".md")) return markdownPieces(content);
  return stringPieces(content);
}

function codePieces(file: string, content: string): readonly Piece[] {
  const { program, comments } = parseSync(file, content);
  const pieces: Piece[] = comments.map(({ value, start }) => ({
    kind: "comment",
    text: value,
    at: start + 2,
  }));
  const add = (kind: Piece["kind"], text: string, at: number) => pieces.push({ kind, text, at });
  new Visitor({
    Identifier: ({ name, start }) => add("name", name, start),
    PrivateIdentifier: ({ name, start }) => add("name", name, start),
    Literal: ({ value, start }) => {
      if (typeof value === "string" && !value.startsWith(".")) add("text", value, start + 1);
    },
    TemplateElement: ({ value, start }) => add("text", value.raw, start),
  }).visit(program);
  return pieces;
}

/** Code spans are names; fenced blocks are left out. */
function markdownPieces(content: string): readonly Piece[] {
  const prose = content.replaceAll(/^```[^]*?^```/gm, blank);
  const names = [...prose.matchAll(/`([A-Za-z_]\w+)(?:\(\))?`/g)].map((match): Piece => ({
    kind: "name",
    text: match[1] ?? "",
    at: match.index + 1,
  }));
  const spoken = prose.replaceAll(/`[^`\n]*`|\]\([^)\n]*\)/g, blank);
  const lines = [...spoken.matchAll(/[^\n]+/g)].map((match): Piece => ({
    kind: "text",
    text: match[0],
    at: match.index,
  }));
  return [...names, ...lines];
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}

/** Takes the values of a catalog of texts, without its keys. */
function stringPieces(content: string): readonly Piece[] {
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)]
    .filter(([, , colon]) => colon === undefined)
    .map(({ 1: text = "", index }) => ({ kind: "text", text, at: index + 1 }));
}

function createLineFinder(content: string): (at: number) => number {
  const starts = [...content.matchAll(/\n/g)].map(({ index }) => index + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
