/** A file with its caption. */
export interface FilePart {
  readonly type: "file";
  readonly name: string;
  readonly mediaType: string;
  /** Path on the agent's machine: a channel sends the content, a terminal prints the path. */
  readonly path: string;
  readonly text: string;
}

/** Part of a reply that is ready to be sent. Nothing else can be sent to a person. */
export type ReplyPart =
  | {
      readonly type: "text";
      readonly text: string;
      /**
       * Set if the part contains URLs: it is shown without preview, and nothing is loaded from them. Every
       * other kind of part is always shown like that.
       */
      readonly links?: "plain" | undefined;
      /**
       * Text to speak: a channel with a voice sends it as audio instead of text, or as text if that fails.
       * `language` is ISO 639-1; default: detected from the text.
       */
      readonly spoken?:
        | { readonly voice?: string | undefined; readonly language?: string | undefined }
        | undefined;
    }
  | FilePart
  /** Approval request; if it was sent before, its message is edited to this one. */
  | { readonly type: "approval"; readonly approval: string; readonly question: string }
  /** Closed approval: its message is edited to this text, or a new one is sent if that is not possible. */
  | {
      readonly type: "decision";
      readonly approval: string;
      readonly text: string;
      /** The text is what the call came to: nothing about the decision is shown after it. */
      readonly isResult?: true | undefined;
    }
  /** Progress: its message is edited to this text, or a new one is sent if that is not possible. */
  | {
      readonly type: "progress";
      readonly about: string;
      readonly text: string;
      /** Expected progress: a channel that cannot edit messages omits it. */
      readonly isPassing?: true | undefined;
      /** The `choice` about it was just answered: its message changes to this text. */
      readonly answered?: string | undefined;
    }
  /**
   * A question with a few answers in one word. About a plan, `plans.answer` takes them; about a request for
   * access, `people.pair` does.
   */
  | {
      readonly type: "choice";
      /** Default: `plan`. */
      readonly subject?: "pairing" | undefined;
      readonly about: string;
      readonly text: string;
      readonly choices: readonly string[];
    }
  /** Message of a plugin with buttons; if one about this was sent before, its message is edited to this one. */
  | {
      readonly type: "buttons";
      readonly about: string;
      /** In Markdown. */
      readonly text: string;
      readonly rows: readonly (readonly ReplyButton[])[];
    }
  /** Invoice of a plugin in Telegram Stars. */
  | {
      readonly type: "invoice";
      readonly title: string;
      readonly text: string;
      /** Whole number, as decimal digits. */
      readonly stars: string;
      /** Names the invoice; people do not see it. */
      readonly payload: string;
    }
  /** Notice from a closed catalog: a failure, a limit, a refusal. */
  | { readonly type: "notice"; readonly code: NoticeCode; readonly text: string };

/** Button that reports `data` to the agent, or opens `url`. */
export type ReplyButton =
  | { readonly label: string; readonly data: string }
  | { readonly label: string; readonly url: string };

export type NoticeCode = "failed" | "stopped" | "refused" | "exhausted" | "delayed" | "waiting";
