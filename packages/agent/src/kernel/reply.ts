/** A part of a reply that is ready to leave. Nothing else can be said to a person. */
export type Reply =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "approval"; readonly approval: string; readonly question: string }
  /** From a closed catalogue of notices: a failure, a limit, a refusal. */
  | { readonly type: "notice"; readonly code: NoticeCode; readonly text: string };

export type NoticeCode = "failed" | "stopped" | "refused" | "exhausted";
