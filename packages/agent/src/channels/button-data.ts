/** A pressed button below an approval or a failed plan. */
export type ButtonPress =
  | { readonly kind: "approve"; readonly verb: ApproveVerb; readonly id: string }
  | { readonly kind: "plan"; readonly verb: PlanVerb; readonly id: string };

/** Possible answers to a waiting tool call, in the order of their buttons. */
const APPROVE_VERBS = ["allow", "deny", "edit"] as const;

/** Possible answers to a failed plan. */
const PLAN_VERBS = ["continue", "retry", "skip", "abort"] as const;

export type ApproveVerb = (typeof APPROVE_VERBS)[number];
export type PlanVerb = (typeof PLAN_VERBS)[number];

/** Reads `approve:{verb}:{id}` and `plan:{verb}:{id}`; undefined for all other data. */
export function parseButtonData(data: string | undefined): ButtonPress | undefined {
  const [, kind, word, id = ""] = /^(\w+):(\w+):(\S{1,64})$/.exec(data ?? "") ?? [];
  if (kind === "approve") {
    const verb = APPROVE_VERBS.find((one) => one === word);
    return verb && { kind, verb, id };
  }
  if (kind !== "plan") return undefined;
  const verb = toPlanVerb(word);
  return verb && { kind, verb, id };
}

/** Returns the data of a button, which `parseButtonData` reads. */
export function formatButtonData({ kind, verb, id }: ButtonPress): string {
  return `${kind}:${verb}:${id}`;
}

/** Returns the plan verb that a word names; undefined for none. */
export function toPlanVerb(word: string | undefined): PlanVerb | undefined {
  return PLAN_VERBS.find((one) => one === word);
}
