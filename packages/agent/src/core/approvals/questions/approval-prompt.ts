import type { Tool } from "@reeve/sdk";
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

/** Writes the question that a person reads before a tool runs with these valid arguments, in English. */
export function approvalPrompt(tool: Tool | undefined, name: string, args: unknown): string {
  const params = tool?.params.safeParse(args);
  return (
    (params?.success && tool?.confirm?.(params.data, { language: "en" })) || defaultPrompt(name)
  );
}

/** Writes the question for a tool that has none of its own, in English. */
export function defaultPrompt(name: string): string {
  return texts("en").approvals.run({ tool: name });
}
