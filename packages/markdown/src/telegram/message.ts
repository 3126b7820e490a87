/** Maximum length of a message in UTF-16 code units: counted like Telegram, or stricter. */
export const MAX_MESSAGE_UNITS = 4096;

/** Maximum number of entities of a message; Telegram ignores further ones. */
export const MAX_MESSAGE_ENTITIES = 100;

/** Format of a piece of text, or the target of its link. */
export type TelegramFormat =
  | {
      readonly type:
        | "bold"
        | "italic"
        | "underline"
        | "strikethrough"
        | "spoiler"
        | "code"
        | "blockquote"
        | "expandable_blockquote";
    }
  | { readonly type: "pre"; readonly language?: string }
  | { readonly type: "text_link"; readonly url: string };

/** A format and where it holds, in UTF-16 code units; the Bot API's MessageEntity. */
export type TelegramEntity = TelegramFormat & { readonly offset: number; readonly length: number };

/** A text and its formats, which Telegram takes as they are: send it without `parse_mode`. */
export interface TelegramText {
  readonly text: string;
  /** Entities in order of their offsets, outer ones first. */
  readonly entities: readonly TelegramEntity[];
}

/** Content of one message: a text that fits, or a file. */
export type TelegramPart =
  | ({ readonly type: "text" } & TelegramText)
  | {
      readonly type: "file";
      readonly name: string;
      readonly mediaType: string;
      readonly text: string;
    };

export interface RenderOptions {
  /**
   * plain: no text hides an address; a link is its words with its address behind them.
   * Without it, links to web pages and into Telegram are words to tap. A preview is the
   * sender's to switch off, in both.
   */
  readonly links?: "plain" | undefined;
  /**
   * file: code of more than 3,500 units becomes a file of its own; the default. split: it
   * stays in the text, for an answer that is still being written.
   */
  readonly longCode?: "file" | "split" | undefined;
}

/**
 * Makes messages of an answer in Markdown, finished or not, or of several, in their order. None where it
 * shows nothing.
 */
export type RenderMarkdown = (
  markdown: string | readonly string[],
  options?: RenderOptions,
) => readonly TelegramPart[];

/** Message with layout by Telegram; the Bot API's InputRichMessage. */
export interface RichMessage {
  readonly html: string;
  /** Disables link detection, so that nothing is loaded for a preview. */
  readonly skip_entity_detection?: true;
}

/**
 * Makes one rich message of an answer in Markdown, finished or not, or of several. Undefined where it has
 * to be sent as `RenderMarkdown` renders it: it holds addresses, is too big, or shows nothing.
 */
export type RenderRich = (
  markdown: string | readonly string[],
  options?: Pick<RenderOptions, "links">,
) => RichMessage | undefined;
