import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { AskByName } from "../../ask-agent.ts";

export interface JobOptions {
  readonly at?: string | undefined;
  readonly every?: string | undefined;
  readonly cron?: string | undefined;
  /** A conversation of the terminal, where it runs. */
  readonly chat?: string | undefined;
}

const created = z.looseObject({ id: z.string(), when: z.string() });

/** `reeve schedule add <words>… --at|--every|--cron …`: has something done later. */
export async function addJob(
  words: readonly string[],
  { chat, ...when }: JobOptions,
  ask: AskByName,
): Promise<{ readonly value: unknown; readonly text: string }> {
  const text = words.join(" ");
  if (text === "")
    throw new Fault("invalid", "Something is missing: reeve schedule add", {
      hint: 'Write it like: reeve schedule add "look at the weather" --cron "0 9 * * *"',
    });
  const value = created.parse(await ask("schedule.create", { text, ...when }, chat));
  return { value, text: `${value.id} runs ${value.when}.` };
}
