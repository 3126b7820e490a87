import { appendFile } from "node:fs/promises";
import { inject } from "vitest";
import type { BotRequest } from "./record-bot-api.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** File to which requests are written in suites that check them at the end. */
    readonly botRequests: string | undefined;
  }
}

/** Records requests to the Bot API, which are checked against its documentation when all suites have ended. */
export async function recordRequests(requests: readonly BotRequest[]): Promise<void> {
  const file = inject("botRequests");
  if (file === undefined || requests.length === 0) return;
  await appendFile(file, requests.map((one) => `${JSON.stringify(one)}\n`).join(""));
}
