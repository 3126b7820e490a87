import { Fault } from "@reeve/sdk";
import { agentConfig } from "../../../core/config.ts";
import { findTimeZone } from "../../../llm/apis/offline/time-zone.ts";
import type { Choices } from "./choices.ts";
import type { Dialog } from "./dialog.ts";

export type Owner = Pick<Choices, "ownerName" | "timeZone">;

/** Asks what to call the owner, and for the time zone: by its name or by a city in it. */
export async function askOwner(dialog: Dialog, current: Owner): Promise<Owner> {
  dialog.say("");
  const ownerName = await askName(dialog, current.ownerName);
  return { ownerName, timeZone: await askTimeZone(dialog, current.timeZone) };
}

async function askName(dialog: Dialog, fallback: string): Promise<string> {
  for (;;) {
    const name = await dialog.ask({ text: "What should the agent call you?", fallback });
    if (agentConfig.shape.ownerName.safeParse(name).success) return name;
    dialog.complain(
      new Fault("invalid", "The name is too long.", { hint: "Choose a shorter one." }),
    );
  }
}

async function askTimeZone(dialog: Dialog, fallback: string): Promise<string> {
  for (;;) {
    const answer = await dialog.ask({ text: "Your time zone, or your city", fallback });
    const zone = findTimeZone(answer) ?? answer;
    if (agentConfig.shape.timeZone.safeParse(zone).success) return zone;
    dialog.complain(
      new Fault("invalid", `"${answer}" is not a known time zone.`, {
        hint: 'Type an IANA name, such as "Europe/Berlin", or a large city.',
      }),
    );
  }
}
