import type { Formula } from "./find-formula.ts";

/** Style of emphasized text. */
export type Style = "bold" | "italic" | "underline" | "strikethrough" | "spoiler";

/** A piece of running text. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | MathText
  | { readonly type: "styled"; readonly style: Style; readonly children: readonly Inline[] }
  | Link;

/** Formula: `text` is the source, including the signs around its LaTeX. */
export interface MathText extends Formula {
  readonly type: "math";
}

export interface Link {
  readonly type: "link";
  /** URL as written, valid or not. */
  readonly url: string;
  readonly children: readonly Inline[];
}

/** Part of a text on its own lines. */
export type Block =
  | Heading
  | { readonly type: "paragraph"; readonly children: readonly Inline[] }
  | { readonly type: "code"; readonly text: string; readonly language?: string | undefined }
  | Quote
  | List
  | Table
  | { readonly type: "rule" };

export interface Heading {
  readonly type: "heading";
  /** 1 is the highest, 6 the lowest. */
  readonly level: number;
  readonly children: readonly Inline[];
}

export interface Quote {
  readonly type: "quote";
  readonly blocks: readonly Block[];
  /** Length of its source in UTF-16 code units. */
  readonly units: number;
}

export interface List {
  readonly type: "list";
  /** The number of its first item; undefined where items are not numbered. */
  readonly start: number | undefined;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  /** Undefined where it is no task. */
  readonly isDone: boolean | undefined;
  readonly blocks: readonly Block[];
}

export interface Table {
  readonly type: "table";
  /** Alignment of the columns; undefined if unspecified. */
  readonly align: readonly (Align | undefined)[];
  readonly header: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Align = "left" | "center" | "right";

export type Cell = readonly Inline[];
