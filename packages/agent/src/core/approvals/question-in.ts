import type { Language } from "../../kernel/languages.ts";
import { texts } from "../../platform/texts.ts";
import type { Approval } from "../../store/approvals.ts";
import type { Place } from "../../store/places.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { Questions } from "./question-for.ts";

/** Who is shown a question. */
export interface QuestionView {
  /** Where it was asked. */
  readonly place: Place;
  readonly language: Language;
}

type Asked = Pick<Approval, "tool" | "args" | "preview">;

/** What is asked, as it is shown in a language; a question without words in it stays in English. */
export type QuestionIn = (approval: Asked, view: QuestionView) => string;

/** As it was put. */
export const asPut: QuestionIn = ({ preview }) => preview;

export interface QuestionInParts {
  readonly toolbox: Pick<Toolbox, "get">;
  readonly question: Questions;
  /** The name of the agent that answers in a place. */
  readonly agentIn: (place: Place) => string;
}

/** The question is kept in English, with what else there is to know of the call behind it. */
export function createQuestionIn({ toolbox, question, agentIn }: QuestionInParts): QuestionIn {
  return ({ tool: name, args, preview }, { place, language }) => {
    if (language === "en") return preview;
    const tool = toolbox.get(name);
    const params = tool?.params.safeParse(args);
    const agent = agentIn(place);
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
