import type { Tool } from "@reeve/sdk";
import type { Language } from "../../../kernel/languages.ts";
import { texts } from "../../../platform/texts.ts";

/** What a person is asked before a tool of this name runs, where the tool alone cannot say it; `params` are valid. */
export type PromptFor = (asked: {
  readonly name: string;
  readonly params: unknown;
  /** The name of the agent that will go on. */
  readonly agent: string;
  readonly language: Language;
}) => string | undefined;

/** What a person is asked before a tool runs with these arguments, which are valid; in English. */
export function approvalPrompt(tool: Tool | undefined, name: string, args: unknown): string {
  const params = tool?.params.safeParse(args);
  return (
    (params?.success && tool?.confirm?.(params.data, { language: "en" })) || defaultPrompt(name)
  );
}

/** What a tool without words of its own is asked as, in English. */
export function defaultPrompt(name: string): string {
  return texts("en").approvals.run({ tool: name });
}
