import {
  type PairingView,
  people,
  type PersonView,
  type ShownPerson,
} from "@reeve/operations/people/people";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve people`. */
export const peopleCommand = defineCommandLine({
  command: "people",
  operations: people,
  bare: { link: "code", pair: "pairings" },
  show: {
    list: ({ items }) => linesOf(items, toText, "There are no people."),
    show: toDetails,
    setRole: ({ name, role }) => `${name} is now: ${role}`,
    createCode: ({ code, expiresAt }) =>
      `Send this from your other account, in a direct chat with the agent, before ${toDate(expiresAt)}:\n\n  /link ${code}\n\nIt works once. Do not share it: anyone who sends it is linked to you.`,
    link: ({ name }) => `Linked with ${name}.`,
    pairings: ({ items }) => linesOf(items, toPairing, "No pending requests for access."),
    pair: ({ name, role }) =>
      role === "stranger" ? `${name} was rejected.` : `${name} is now: ${role}`,
    unlink: () => "The accounts are no longer linked.",
  },
});

function toText({ id, name, role, identities }: PersonView): string {
  const accounts = identities.map(({ surface: channel, externalId }) => `${channel}:${externalId}`);
  return `${name} (${role})  ${id}\n  ${accounts.join(" ") || "no accounts"}`;
}

function toDetails(person: ShownPerson): string {
  const chats = person.places.map(
    ({ surface: channel, chat: externalId, kind }) => `  ${kind} ${channel}/${externalId}`,
  );
  const links = person.links.map(
    ({ id, joined, at, undoneAt }) =>
      `  link ${id}: ${joined} joined ${toDate(at)}${undoneAt === null ? "" : ", undone"}`,
  );
  return [toText(person), ...chats, ...links].join("\n");
}

function toPairing({ code, name, surface: channel, externalId, expiresAt }: PairingView): string {
  return `${code}  ${name}, ${channel}:${externalId}, until ${toDate(expiresAt)}`;
}

function toDate(at: number): string {
  return new Date(at).toISOString();
}
