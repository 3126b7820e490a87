import type { Language } from "../../../kernel/languages.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Toolbox } from "../../../tools/toolbox.ts";
import { approvalPrompt, type PromptFor } from "./approval-prompt.ts";
import { listQuestions } from "./list-questions.ts";
import { writeQuestion } from "./write-question.ts";

/** Viewer of a question. */
export interface PromptView {
  /** Where it was asked. */
  readonly chat: Chat;
  readonly language: Language;
}

export type PromptedCall = Pick<
  Approval,
  "tool" | "args" | "preview" | "sources" | "names" | "also"
>;

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
  return ({ tool: name, preview, sources, also, ...call }, { chat, language }) => {
    const tool = toolbox.get(name);
    if (!tool) return preview;
    const agent = agentIn(chat);
    const ask = ({ args, names }: Pick<PromptedCall, "args" | "names">): string => {
      const params = tool.params.safeParse(args);
      return (
        question({ name, params: params.data, agent, language }) ??
        approvalPrompt(tool, { name, args, names }, language)
      );
    };
    return writeQuestion(
      { what: listQuestions([call, ...(also ?? [])].map(ask), language), sources },
      language,
    );
  };
}

/** Returns the calls of a question, each as if it alone were asked about, without sources. */
export function eachAlone({ also = [], ...call }: PromptedCall): readonly PromptedCall[] {
  const alone = { ...call, sources: undefined };
  return [alone, ...also.map(({ args, names }) => ({ ...alone, args, names }))];
}

/** Returns a question for others than its requester, whose own the names are. */
export function withoutNames<Request extends Pick<Approval, "names" | "also">>(
  request: Request,
): Request {
  const also = request.also?.map((one) => ({ ...one, names: undefined }));
  return { ...request, names: undefined, also };
}
