import { people } from "@reeve/operations/people/people";
import { expect } from "vitest";
import type { ScriptedChannel } from "../../../src/channels/testing/scripted-channel.ts";
import { textsIn } from "../approval-story.ts";
import type { OwnedAgent } from "../open-owned-home.ts";

/** Person in their own chat. */
export interface Phone {
  readonly externalId: string;
  readonly sender: string;
  readonly name: string;
}

export const PHONE: Phone = { externalId: "1001", sender: "1001", name: "Ann T." };

/** Sends a message there, and returns the agent's next line. */
export async function sayOn(channel: ScriptedChannel, text: string, from: Phone): Promise<string> {
  const before = textsIn(channel, from.externalId).length;
  await channel.say(text, { ...from, id: `${text}@${before}` });
  await channel.received(before + 1, from.externalId);
  return textsIn(channel, from.externalId).slice(before).join("\n");
}

/** Sends a message on Telegram, and returns the agent's next line there. */
export function onPhone({ telegram }: OwnedAgent, text: string, from = PHONE): Promise<string> {
  return sayOn(telegram, text, from);
}

/** Returns the code of the person who sends /link there. */
export async function codeOn(channel: ScriptedChannel, from: Phone): Promise<string> {
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(await sayOn(channel, "/link", from))?.[0];
  return code ?? expect.fail("no code was told");
}

/** Role and names of everybody, by their ids. */
export async function peopleOf({ agent: { store } }: OwnedAgent): Promise<Record<string, string>> {
  const all = await store.read.people.list("home");
  const shown = all.filter(({ identities }) => identities.length > 0);
  return Object.fromEntries(
    shown.map(({ id, role, name, identities }) => [
      id === "owner" ? id : identities.map(({ externalId }) => externalId).join(),
      [name, role, ...identities.map((one) => `${one.channel}:${one.externalId}`)].join(" "),
    ]),
  );
}

/** The owner says yes to the newest account that said one of their codes. */
export async function saysMine(run: OwnedAgent): Promise<void> {
  const { items } = await run.ask(people.pairings, {});
  const [newest] = items.toReversed();
  await run.ask(people.pair, { code: newest?.code ?? "", answer: "mine" });
}
