// Written by scripts/gen.ts.
import type { Message } from "../kernel/message.ts";

/** The files of each language in `locales/`. */
export const SUBJECTS = ["briefing", "limits", "moments"] as const;

/** What is said to people, by subject. */
export interface Texts {
  readonly briefing: {
    readonly toDo: string;
    readonly reminders: string;
    readonly iWill: string;
    readonly toRead: string;
    readonly urgent: string;
    readonly overdue: Message<"moment">;
    readonly by: Message<"time">;
    readonly nothing: Message<"day">;
  };
  readonly limits: {
    readonly usedUp: {
      readonly day: Message<"whose" | "used" | "moment">;
      readonly month: Message<"whose" | "used" | "moment">;
    };
    readonly used: Message<"spent" | "most">;
    readonly usedAndHeld: Message<"spent" | "held" | "most">;
    readonly whose: {
      readonly person: string;
      readonly chat: string;
      readonly tenant: string;
      readonly platform: string;
      readonly agent: Message<"agent">;
    };
    readonly agentUsedUp: Message<"agent" | "used" | "timeZone">;
    readonly tokens: Message<"spent" | "most">;
  };
  readonly moments: {
    readonly today: Message<"time" | "zone">;
    readonly later: Message<"date" | "time" | "zone">;
  };
}
