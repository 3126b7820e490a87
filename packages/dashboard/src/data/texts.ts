import { formatMessage, type MessageValues, parseMessage } from "icu-subset";
import { createContext, use } from "react";
import { loaders } from "virtual:texts";
import type common from "../common/texts/en.json";

/** A folder's texts in a language, by key. */
type Catalog = Readonly<Record<string, string>>;

export interface I18n {
  /** BCP 47. */
  readonly language: string;
  /** By the folder that has the texts. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
}

/** Loads the texts of the first language of the browser that there are texts for. English if there is none. */
export async function loadTexts(wished: readonly string[]): Promise<I18n> {
  const known = wished.find((one) => baseOf(one) in loaders) ?? "en";
  const { catalogs = {} } = (await loaders[baseOf(known)]?.()) ?? {};
  return { language: known, catalogs: new Map(Object.entries(catalogs)) };
}

function baseOf(language: string): string {
  return language.split("-")[0] ?? language;
}

const Context = createContext<I18n | undefined>(undefined);
export const TextsProvider = Context;

export function useI18n(): I18n {
  const i18n = use(Context);
  if (!i18n) throw new Error("No texts are loaded.");
  return i18n;
}

export type Translate<Keys> = (key: keyof Keys & string, values?: MessageValues) => string;

/** The texts of one folder: `const t = useTexts<typeof english>("usage")`. */
export function useTexts<Keys>(folder: string): Translate<Keys> {
  const { language, catalogs } = useI18n();
  const catalog = catalogs.get(folder);
  return (key, values = {}) => {
    const text = catalog?.[key];
    if (text === undefined) throw new Error(`${folder} has no text "${key}".`);
    return formatMessage(parse(text), values, language);
  };
}

const parsed = new Map<string, ReturnType<typeof parseMessage>>();

/** Pages are drawn often, and their texts stay the same. */
function parse(text: string): ReturnType<typeof parseMessage> {
  const parts = parsed.get(text) ?? parseMessage(text);
  parsed.set(text, parts);
  return parts;
}

/** The texts that pages have in common. */
export function useCommon(): Translate<typeof common> {
  return useTexts("common");
}
