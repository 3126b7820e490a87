import type { Services } from "@reeve/sdk";
import type { NewId } from "../kernel/ids.ts";
import type { Caller } from "../operations/control.ts";

/** What people keep with the agent, bound to whoever asks. What is done under one key twice is recorded once. */
export interface OwnThings {
  readonly services: (
    caller: Caller,
    key: string,
  ) => Promise<Pick<Services, "tasks" | "readLater" | "reminders">>;
  readonly newId: NewId;
}
