import { archive } from "@reeve/operations/memory/archive";
import { changes } from "@reeve/operations/memory/changes";
import {
  type Fact,
  type FactExplanation,
  type FactMention,
  facts,
} from "@reeve/operations/memory/facts";
import { memory } from "@reeve/operations/memory/memory";
import { privacy } from "@reeve/operations/memory/privacy";
import { profile } from "@reeve/operations/memory/profile";
import { Fault } from "@reeve/sdk";
import { defineCommandLine } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";
import {
  formatChange,
  formatEntries,
  formatFindings,
  formatForgotten,
  formatProfile,
  formatStatus,
} from "./format-memory.ts";

/** `reeve memory`. */
export const memoryCommand = defineCommandLine({
  command: "memory",
  operations: {
    status: memory.status,
    search: memory.search,
    facts: facts.list,
    explain: facts.explain,
    confirmFact: facts.confirm,
    profile: profile.show,
    editProfile: profile.edit,
    unconfirmed: memory.unconfirmed,
    confirm: memory.confirm,
    history: changes.list,
    undo: changes.undo,
    forget: privacy.forget,
    archive: archive.show,
    setArchive: archive.set,
  },
  show: {
    status: formatStatus,
    search: formatFindings,
    facts: ({ items }) => linesOf(items, formatFact, "There are no facts."),
    explain: formatExplanation,
    confirmFact: formatFact,
    profile: formatProfile,
    editProfile: formatProfile,
    unconfirmed: formatEntries,
    confirm: ({ path, text }) => `Confirmed in ${path}: ${text}`,
    history: ({ items }) => linesOf(items, formatChange, "There are no changes yet."),
    undo: ({ undone }) => `Undone: ${undone}`,
    forget: formatForgotten,
    archive: formatArchive,
    setArchive: formatArchive,
  },
  options: {
    profile: {
      person: { type: "string", description: "A person's name or id. Default: you." },
    },
    forget: {
      query: { type: "string", description: "Words the item contains, instead of its id." },
      yes: {
        type: "boolean",
        description: "Confirm that you want to remove the item permanently.",
      },
    },
  },
  read: {
    profile({ words: [word], options: { person = word } }) {
      return person === undefined ? {} : { person: String(person) };
    },
    forget({ words: [id], options: { query, yes } }) {
      if ((id === undefined) === (query === undefined))
        throw new Fault("invalid", "Specify exactly one item to forget.", {
          hint: "Pass an id from `reeve memory search`, or --query with words that the item contains.",
        });
      if (yes !== true)
        throw new Fault("invalid", "This cannot be undone.", { hint: "Confirm it with --yes." });
      return id === undefined ? { query: String(query), finish: true } : { id, finish: true };
    },
  },
  fails: { forget: ({ type }) => type === "several" },
});

function formatArchive({ archive: setting }: { readonly archive: "on" | "off" }): string {
  return setting === "on"
    ? "Messages in this chat stay stored after their session ends."
    : "Messages in this chat are deleted when their session ends.";
}

function formatFact({ id, saidAt, kind, tier, of, integrity, isTainted, text }: Fact): string {
  const trust = isTainted ? "  not confirmed" : "";
  return `${id}  ${dayOf(saidAt)}  ${kind}, ${tier}  of ${of}  from ${integrity}${trust}\n  ${text}`;
}

function formatExplanation(found: FactExplanation): string {
  const { text, kind, tier, state, label, isConfirmed, evidence, replaced, replacedBy } = found;
  const said = evidence.map(
    (one) => `  ${dayOf(one.at)} ${one.speaker} (${one.surface}/${one.chat}): ${one.text}`,
  );
  const trust = isConfirmed ? `${label.integrity}, confirmed` : label.integrity;
  return [
    text,
    `${kind}, ${tier}, ${state} since ${formatTime(found)}, from ${trust}, for ${label.audience}`,
    "Said:",
    ...(said.length > 0 ? said : ["  no source is stored anymore"]),
    ...replaced.map((old) => `Previously: ${old.text} (${formatTime(old)}, ${old.id})`),
    ...(replacedBy ? [`Now: ${replacedBy.text} (${replacedBy.id})`] : []),
  ].join("\n");
}

function formatTime({ since, until }: FactMention): string {
  return until === undefined ? dayOf(since) : `${dayOf(since)} until ${dayOf(until)}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
