import type { InlineKeyboardMarkup } from "grammy/types";
import type { Texts } from "../../../platform/texts.ts";

/** The buttons of a question; a tap says `approve:{verb}:{id}`. */
export function approvalKeyboard(
  approval: string,
  { confirm, cancel, edit }: Texts["approvals"]["buttons"],
): InlineKeyboardMarkup {
  const button = (text: string, verb: string) => ({
    text,
    callback_data: `approve:${verb}:${approval}`,
  });
  return {
    inline_keyboard: [[button(confirm, "allow"), button(cancel, "deny"), button(edit, "edit")]],
  };
}

/** The buttons of a plan that has failed; a tap says `plan:{verb}:{id}`. */
export function planKeyboard(
  plan: string,
  {
    choices,
    titles,
  }: { readonly choices: readonly string[]; readonly titles: Texts["plans"]["buttons"] },
): InlineKeyboardMarkup {
  const words = new Map<string, string>(Object.entries(titles));
  const buttons = choices.map((verb) => ({
    text: words.get(verb) ?? verb,
    callback_data: `plan:${verb}:${plan}`,
  }));
  return { inline_keyboard: buttons.map((one) => [one]) };
}
