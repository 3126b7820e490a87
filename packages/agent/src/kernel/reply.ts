/** A part of a reply that is ready to leave. Nothing else can be said to a person. */
export type ReplyPart =
  | {
      readonly type: "text";
      readonly text: string;
      /**
       * It holds addresses: shown without preview, and nothing is loaded from them. Every
       * other kind of part is shown like that, whatever it holds.
       */
      readonly links?: "plain" | undefined;
      /**
       * It is meant to be heard: a channel that can speak says it in place of writing it, and
       * writes it where that fails. `language` as ISO 639-1; what is left out follows from the text.
       */
      readonly spoken?:
        | { readonly voice?: string | undefined; readonly language?: string | undefined }
        | undefined;
    }
  /** A file, and what is said with it. */
  | {
      readonly type: "file";
      readonly name: string;
      readonly mediaType: string;
      /** Where it lies on the agent's machine: a channel sends what it holds, a terminal says where. */
      readonly path: string;
      readonly text: string;
    }
  /** A question; where it was asked before, its message changes to this one. */
  | { readonly type: "approval"; readonly approval: string; readonly question: string }
  /** A question is closed: its message changes to this text, or where that cannot be, says it. */
  | { readonly type: "decision"; readonly approval: string; readonly text: string }
  /** How something goes: the message about it changes to this text; where that cannot be, it is said anew. */
  | {
      readonly type: "progress";
      readonly about: string;
      readonly text: string;
      /** It goes on as it was said to: a channel that cannot change a message says nothing of it. */
      readonly isPassing?: true | undefined;
      /** The `choice` about it was just answered: its message changes to this text. */
      readonly answered?: string | undefined;
    }
  /** A question with a few answers in one word, about a plan: `plans.answer` takes them. */
  | {
      readonly type: "choice";
      readonly about: string;
      readonly text: string;
      readonly choices: readonly string[];
    }
  /** From a closed catalog of notices: a failure, a limit, a refusal. */
  | { readonly type: "notice"; readonly code: NoticeCode; readonly text: string };

export type NoticeCode = "failed" | "stopped" | "refused" | "exhausted" | "delayed";
