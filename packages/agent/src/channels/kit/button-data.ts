import type { ReplyButton, ReplyPart } from "../../kernel/reply.ts";
import type { Texts } from "../../platform/texts.ts";

/** A pressed button below an approval, a failed plan or a request for access. */
export type ButtonPress =
  | { readonly kind: "approve"; readonly verb: ApproveVerb; readonly id: string }
  | { readonly kind: "plan"; readonly verb: PlanVerb; readonly id: string }
  | { readonly kind: "pair"; readonly verb: PairVerb; readonly id: string };

/** A pressed button of a plugin: its keyboard, and its mark in it. */
export interface PluginButtonPress {
  readonly kind: "plugin";
  readonly verb: string;
  readonly id: string;
}

/** Possible answers to a waiting tool call, in the order of their buttons. */
const APPROVE_VERBS = ["allow", "deny", "edit"] as const;

/** Possible answers to a failed plan. */
const PLAN_VERBS = ["continue", "retry", "skip", "abort"] as const;

/** Possible answers to a request for access. */
const PAIR_VERBS = ["member", "guest", "mine", "refuse"] as const;

export type ApproveVerb = (typeof APPROVE_VERBS)[number];
export type PlanVerb = (typeof PLAN_VERBS)[number];
export type PairVerb = (typeof PAIR_VERBS)[number];

/**
 * Reads `approve:{verb}:{id}` and the same for `plan`, `pair` and `plugin`; undefined for all other data.
 */
export function parseButtonData(
  data: string | undefined,
): ButtonPress | PluginButtonPress | undefined {
  const [, kind, word, id = ""] = /^(\w+):(\w+):(\S{1,64})$/.exec(data ?? "") ?? [];
  if (kind === "approve") {
    const verb = APPROVE_VERBS.find((one) => one === word);
    return verb && { kind, verb, id };
  }
  if (kind === "pair") {
    const verb = toPairVerb(word);
    return verb && { kind, verb, id };
  }
  if (kind === "plugin" && word !== undefined) return { kind, verb: word, id };
  if (kind !== "plan") return undefined;
  const verb = toPlanVerb(word);
  return verb && { kind, verb, id };
}

/** Returns the data of a button, which `parseButtonData` reads. */
function formatButtonData({ kind, verb, id }: ButtonPress): string {
  return `${kind}:${verb}:${id}`;
}

/** Returns the plan verb that a word names; undefined for none. */
function toPlanVerb(word: string | undefined): PlanVerb | undefined {
  return PLAN_VERBS.find((one) => one === word);
}

/** Returns the answer to a request for access that a word names; undefined for none. */
function toPairVerb(word: string | undefined): PairVerb | undefined {
  return PAIR_VERBS.find((one) => one === word);
}

/** Returns the buttons of a choice: titles and data, in the order of its answers. */
export function choiceButtons(
  { about: id, subject, choices }: Pick<Choice, "about" | "subject" | "choices">,
  { plans, people }: Pick<Texts, "plans" | "people">,
): readonly { readonly title: string; readonly data: string }[] {
  return choices.flatMap((choice) => {
    if (subject === "pairing") {
      const verb = toPairVerb(choice);
      if (!verb) return [];
      return [{ title: people.buttons[verb], data: formatButtonData({ kind: "pair", verb, id }) }];
    }
    const verb = toPlanVerb(choice);
    if (!verb) return [];
    return [{ title: plans.buttons[verb], data: formatButtonData({ kind: "plan", verb, id }) }];
  });
}

/** Returns the buttons of a plugin that report a press, in order. */
export function pluginButtons(
  rows: readonly (readonly ReplyButton[])[],
): readonly { readonly title: string; readonly data: string }[] {
  return rows
    .flat()
    .flatMap((one) => ("data" in one ? [{ title: one.label, data: one.data }] : []));
}

/** Returns a plugin's text with the URLs of its buttons below, for channels whose buttons open none. */
export function withLinks({ text, rows }: Extract<ReplyPart, { type: "buttons" }>): string {
  const links = rows.flat().flatMap((one) => ("url" in one ? [`${one.label}: ${one.url}`] : []));
  return [text, ...links].join("\n\n");
}

/** Returns the buttons of an approval, in order. */
export function approvalButtons(
  id: string,
  { approvals: { buttons } }: Pick<Texts, "approvals">,
): readonly { readonly verb: ApproveVerb; readonly title: string; readonly data: string }[] {
  const titles = { allow: buttons.confirm, deny: buttons.cancel, edit: buttons.edit } as const;
  return APPROVE_VERBS.map((verb) => ({
    verb,
    title: titles[verb],
    data: formatButtonData({ kind: "approve", verb, id }),
  }));
}

type Choice = Extract<ReplyPart, { type: "choice" }>;
