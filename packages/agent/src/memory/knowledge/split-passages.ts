import type { Integrity } from "../../kernel/label.ts";
import { cutLong } from "./cut-long.ts";
import { marksIn } from "./entry-mark.ts";
import { type Block, findBlocks, type TextFormat } from "./find-blocks.ts";

/** A piece of a file that is found on its own. */
export interface Piece {
  /** Headings above it, outermost first; if it begins with its own heading, that one is in the text. */
  readonly headings: readonly string[];
  /** The innermost heading over its text, its own too; undefined without any. */
  readonly section: string | undefined;
  /** Part of the file: the texts of all pieces, joined, are the file. */
  readonly text: string;
  /** Integrity of a passage that the agent wrote; undefined for the owner's text. */
  readonly learned: Integrity | undefined;
}

/** About how long a piece is, and how long it may be, in characters. */
export const PIECE_CHARS = 500;
export const MAX_PIECE_CHARS = 1000;

const LENGTH = { about: PIECE_CHARS, max: MAX_PIECE_CHARS };

/**
 * Splits a text into pieces that can be understood alone. A piece never extends over a heading, and
 * contains either entries of the agent or text of the owner. Code is cut only between lines, lists between
 * items, tables between rows, unless one of those exceeds the maximum length.
 */
export function splitPassages(whole: string, format: TextFormat): readonly Piece[] {
  const pieces: Piece[] = [];
  const path: Heading[] = [];
  let piece = emptyUnder(path);

  const close = () => {
    const { isOpening: _, ...closed } = { ...piece, section: path.at(-1)?.title };
    if (closed.text !== "") pieces.push(closed);
    piece = emptyUnder(path);
  };

  for (const block of findBlocks(whole, format)) {
    if (block.kind === "heading") {
      if (!piece.isOpening) close();
      rise(path, block);
      if (piece.text === "") piece = emptyUnder(path);
      path.push({ level: block.level ?? 1, title: block.title ?? "" });
    }
    const learned = marksIn(block.text);
    for (const text of cutLong(block, LENGTH)) {
      if (!fits(piece, { text, learned })) close();
      piece = extend(piece, { text, learned, isHeading: block.kind === "heading" });
    }
  }
  close();
  return pieces;
}

interface OpenPiece extends Piece {
  /** Only headings so far: what follows belongs to them. */
  readonly isOpening: boolean;
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

function emptyUnder(path: readonly Heading[]): OpenPiece {
  const headings = path.map(({ title }) => title);
  return { headings, section: undefined, text: "", learned: undefined, isOpening: true };
}

/** Leaves the headings that a heading of this level ends. */
function rise(path: Heading[], { level = 1 }: Block): void {
  while ((path.at(-1)?.level ?? 0) >= level) path.pop();
}

type Next = Pick<Piece, "text" | "learned">;

function fits(piece: OpenPiece, { text, learned }: Next): boolean {
  const size = piece.text.length + text.length;
  if (piece.isOpening) return size <= MAX_PIECE_CHARS;
  if (piece.learned !== learned) return false;
  if (size <= PIECE_CHARS) return true;
  return piece.text.length < PIECE_CHARS / 2 && size <= MAX_PIECE_CHARS;
}

function extend(
  { text, learned, isOpening, ...piece }: OpenPiece,
  next: Next & { readonly isHeading: boolean },
): OpenPiece {
  const isStillOpening = isOpening && (next.isHeading || next.text.trim() === "");
  return {
    ...piece,
    text: text + next.text,
    isOpening: isStillOpening,
    learned: isOpening ? next.learned : learned,
  };
}
