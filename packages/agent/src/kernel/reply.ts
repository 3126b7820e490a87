/** A part of a reply that is ready to leave. Nothing else can be said to a person. */
export type Reply =
  | {
      readonly type: "text";
      readonly text: string;
      /** It holds addresses that a model wrote: shown without preview, and nothing is loaded from them. */
      readonly links?: "plain" | undefined;
    }
  | { readonly type: "approval"; readonly approval: string; readonly question: string }
  /** A question is closed: its message changes to this text, or where that cannot be, says it. */
  | { readonly type: "decision"; readonly approval: string; readonly text: string }
  /** From a closed catalogue of notices: a failure, a limit, a refusal. */
  | { readonly type: "notice"; readonly code: NoticeCode; readonly text: string };

export type NoticeCode = "failed" | "stopped" | "refused" | "exhausted" | "delayed";
