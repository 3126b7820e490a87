import { Fault } from "@reeve/sdk";
import { findProvider, resolveModelName } from "../../../llm/providers.ts";
import type { Dialog } from "./dialog.ts";

export interface ModelQuestion {
  readonly provider: string;
  /** The one that is used now, if it belongs to this provider. */
  readonly current: string | undefined;
  /** Those of the catalog, or those that the server lists. */
  readonly known: readonly string[];
}

const SHOWN = 20;

/** Asks for a model by its number, name or short name. A name that is not listed is taken as it is. */
export async function askModel(dialog: Dialog, question: ModelQuestion): Promise<string> {
  const provider = findProvider(question.provider);
  const names = inOrder(question);
  const fallback = names[0] ?? "";
  const more = names.length - SHOWN;
  const aliases = Object.keys(provider.aliases ?? {}).join(", ");
  dialog.say(
    [
      "",
      `Models of ${question.provider}:`,
      ...names.slice(0, SHOWN).map((name, at) => `${String(at + 1).padStart(4)}  ${name}`),
      ...(more > 0 ? [`      and ${more} more; type a name`] : []),
      ...(aliases ? [`Short names: ${aliases}`] : []),
    ].join("\n"),
  );
  for (;;) {
    const answer = await dialog.ask({ text: "Model (number or name)", fallback });
    const name = names[Number(answer) - 1] ?? resolveModelName(provider, answer);
    if (/^\S+$/.test(name)) return name;
    dialog.complain(
      new Fault("invalid", `"${name}" is not a valid model name.`, {
        hint: "Type a number from the list, or the name that the provider uses.",
      }),
    );
  }
}

/** The one in use first, then the provider's own choices, then the others. */
function inOrder({ provider, current, known }: ModelQuestion): readonly string[] {
  const { model, utilityModel } = findProvider(provider);
  const first = [current, model, utilityModel].filter((name) => name !== undefined);
  return [...new Set([...first, ...known])];
}
