import { findProvider, PROVIDERS } from "../../../llm/providers.ts";
import { chooseFrom, confirm } from "./choose-from.ts";
import { OFFLINE } from "./choices.ts";
import type { Dialog } from "./dialog.ts";
import type { DetectedModels } from "./detected-models.ts";

export interface ProviderQuestion {
  readonly found: DetectedModels;
  /** The one that is used now. */
  readonly current: string | undefined;
}

const NAMES = [...Object.keys(PROVIDERS), OFFLINE.provider];

/** Shows the table and asks for one of its providers, or for the built-in model. */
export async function askProvider(
  dialog: Dialog,
  { found, current }: ProviderQuestion,
): Promise<string> {
  const offered = found.keys[0]?.provider ?? (found.servers[0] ? "local" : OFFLINE.provider);
  const fallback = current !== undefined && NAMES.includes(current) ? current : offered;
  dialog.say(
    [
      "",
      "Choose a model provider. Providers found on this machine are marked with *.",
      ...rows(found),
    ].join("\n"),
  );
  for (;;) {
    const text = "Provider (number or name)";
    const name = await chooseFrom(dialog, { text, fallback, names: NAMES });
    if (await isWanted(dialog, name, current)) return name;
  }
}

/** Whether a person who knows its note still wants a provider that is off by default. */
async function isWanted(
  dialog: Dialog,
  name: string,
  current: string | undefined,
): Promise<boolean> {
  if (name === OFFLINE.provider) return true;
  const { offByDefault, note } = findProvider(name);
  if (!offByDefault) return true;
  if (note) dialog.say(note);
  const fallback = name === current ? "yes" : "no";
  return confirm(dialog, { text: "Use it anyway?", fallback });
}

function rows({ keys, servers }: DetectedModels): readonly string[] {
  const width = Math.max(...NAMES.map((name) => name.length));
  return NAMES.map((name, at) => {
    const hasKey = keys.some(({ provider }) => provider === name);
    const isFound = hasKey || (name === "local" && servers.length > 0);
    const number = String(at + 1).padStart(4);
    return `${number}  ${name.padEnd(width)}  ${isFound ? "* " : "  "}${describe(name)}`.trimEnd();
  });
}

function describe(name: string): string {
  if (name === OFFLINE.provider)
    return "built in: simple rule-based replies, needs no key and no network";
  const { model, note, offByDefault } = findProvider(name);
  return [offByDefault ? "off by default" : "", model ?? "", note ?? ""].filter(Boolean).join(". ");
}
