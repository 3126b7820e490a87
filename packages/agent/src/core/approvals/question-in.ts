import type { Language } from "../../kernel/languages.ts";
import { texts } from "../../platform/texts.ts";
import type { Approval } from "../../store/approvals.ts";
import type { Chat } from "../../store/chats.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { Questions } from "./approval-prompt.ts";

/** Who is shown a question. */
export interface QuestionView {
  /** Where it was asked. */
  readonly chat: Chat;
  readonly language: Language;
}

type Asked = Pick<Approval, "tool" | "args" | "preview">;

/** What is asked, as it is shown in a language; a question without words in it stays in English. */
export type LocalizePrompt = (approval: Asked, view: QuestionView) => string;

/** As it was put. */
export const originalPrompt: LocalizePrompt = ({ preview }) => preview;

export interface QuestionInDeps {
  readonly toolbox: Pick<Toolbox, "get">;
  readonly question: Questions;
  /** The name of the agent that answers in a chat. */
  readonly agentIn: (chat: Chat) => string;
}

/** The question is kept in English, with what else there is to know of the call behind it. */
export function createQuestionIn({ toolbox, question, agentIn }: QuestionInDeps): LocalizePrompt {
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
