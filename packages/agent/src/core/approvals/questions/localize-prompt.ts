import type { Language } from "../../../kernel/languages.ts";
import { texts } from "../../../platform/texts.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Toolbox } from "../../../tools/toolbox.ts";
import type { PromptFor } from "./approval-prompt.ts";

/** Viewer of a question. */
export interface PromptView {
  /** Where it was asked. */
  readonly chat: Chat;
  readonly language: Language;
}

type PromptedCall = Pick<Approval, "tool" | "args" | "preview">;

/** Renders a question in a language; a question without translation stays in English. */
export type LocalizePrompt = (approval: PromptedCall, view: PromptView) => string;

/** As it was put. */
export const originalPrompt: LocalizePrompt = ({ preview }) => preview;

export interface LocalizePromptDeps {
  readonly toolbox: Pick<Toolbox, "get">;
  readonly question: PromptFor;
  /** The name of the agent that answers in a chat. */
  readonly agentIn: (chat: Chat) => string;
}

/** The question is kept in English, with what else there is to know of the call behind it. */
export function createLocalizePrompt({
  toolbox,
  question,
  agentIn,
}: LocalizePromptDeps): LocalizePrompt {
  return ({ tool: name, args, preview }, { chat, language }) => {
    if (language === "en") return preview;
    const tool = toolbox.get(name);
    const params = tool?.params.safeParse(args);
    const agent = agentIn(chat);
    const inWords = (of: Language) =>
      question({ name, params: params?.data, agent, language: of }) ??
      (params?.success ? tool?.confirm?.(params.data, { language: of }) : undefined) ??
      texts(of).approvals.run({ tool: name });
    const english = inWords("en");
    return preview.startsWith(english)
      ? inWords(language) + preview.slice(english.length)
      : preview;
  };
}
