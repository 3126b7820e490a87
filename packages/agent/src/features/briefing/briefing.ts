/** Overview of one day. */
export interface DayBriefing {
  /** `YYYY-MM-DD` in the requester's time zone. */
  readonly date: string;
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** The whole briefing for people. */
  readonly text: string;
}

/** Overview of the requester's day: due tasks, reminders, scheduled jobs, reading list. */
export interface Briefing {
  /** Returns the briefing of a day in words. Default: today. */
  get(options: { date?: string | undefined }): Promise<DayBriefing>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly briefing: Briefing;
  }
}
