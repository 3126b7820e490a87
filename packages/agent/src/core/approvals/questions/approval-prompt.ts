import type { ConfirmView, Tool } from "@reeve/sdk";
import type { Language } from "../../../kernel/languages.ts";
import { texts } from "../../../platform/texts.ts";

/**
 * Writes the question that a person reads before a tool of this name runs, if the tool alone
 * cannot; `params` are valid.
 */
export type PromptFor = (asked: {
  readonly name: string;
  readonly params: unknown;
  /** The name of the agent that will go on. */
  readonly agent: string;
  readonly language: Language;
}) => string | undefined;

/** Writes the question that a person reads before a tool runs with these valid arguments. */
export function approvalPrompt(
  tool: Tool | undefined,
  { name, args, names }: PromptedCall,
  language: Language = "en",
): string {
  const params = tool?.params.safeParse(args);
  return (
    (params?.success && tool?.confirm?.(params.data, { language, names })) ||
    defaultPrompt(name, language)
  );
}

interface PromptedCall extends Pick<ConfirmView, "names"> {
  readonly name: string;
  readonly args: unknown;
}

/** Writes the question for a tool that has none of its own. */
export function defaultPrompt(name: string, language: Language = "en"): string {
  return texts(language).approvals.run({ tool: name });
}
