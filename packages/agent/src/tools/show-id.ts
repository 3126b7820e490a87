import type { ConfirmView } from "@reeve/sdk";

/** Length to which names in questions are cut, in characters. */
export const MAX_NAME = 80;

/** Shows an id in a question, beside the name of what it stands for, as JSON: no name can pose as more of the question. */
export function showId(id: string, { names = {} }: Pick<ConfirmView, "names">): string {
  const name = Object.hasOwn(names, id) ? names[id] : undefined;
  return name === undefined ? JSON.stringify(id) : `${JSON.stringify(name)} (${id})`;
}
