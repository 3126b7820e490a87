import type { InlineKeyboardMarkup } from "grammy/types";
import type { QuestionTexts } from "../../question-texts.ts";

/** The buttons of a question; a tap says `approve:{verb}:{id}`. */
export function approvalKeyboard(approval: string, texts: QuestionTexts): InlineKeyboardMarkup {
  const button = (text: string, verb: string) => ({
    text,
    callback_data: `approve:${verb}:${approval}`,
  });
  return {
    inline_keyboard: [
      [button(texts.confirm, "allow"), button(texts.cancel, "deny"), button(texts.edit, "edit")],
    ],
  };
}

/** The buttons of a plan that has failed; a tap says `plan:{verb}:{id}`. */
export function planKeyboard(
  plan: string,
  { choices, texts }: { readonly choices: readonly string[]; readonly texts: QuestionTexts },
): InlineKeyboardMarkup {
  const words = new Map<string, string>(Object.entries(texts.plan));
  const buttons = choices.map((verb) => ({
    text: words.get(verb) ?? verb,
    callback_data: `plan:${verb}:${plan}`,
  }));
  return { inline_keyboard: buttons.map((one) => [one]) };
}
