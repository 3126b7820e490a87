import { countTokens } from "../../../llm/count-tokens.ts";
import type { PromptFiles } from "../system-prompt.ts";
import { sanitize } from "./sanitize.ts";

/** The most tokens of names with descriptions. */
const SKILLS_TOKENS = 1500;

const HEAD =
  'Your owner installed these skills. When one fits, read its instructions first: tool_call with skill_read and {"name": …}.';

/**
 * Renders the section of the system prompt that lists skills, in their order. Those that do not fit are named
 * without a description; names that do not fit either are counted. Empty without skills.
 */
export function renderSkills(skills: PromptFiles["skills"]): readonly string[] {
  if (skills.length === 0) return [];
  let left = SKILLS_TOKENS;
  const takes = (text: string) => {
    const tokens = countTokens(text) + 1;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  };
  const lines = skills.map(({ name, description }) => `- ${name}: ${sanitize(description)}`);
  const described = lines.filter((line) => takes(line));
  const others = skills.filter((_, index) => !described.includes(lines[index] ?? ""));
  const named = others.map(({ name }) => name).filter((name) => takes(name));
  const uncounted = others.length - named.length;
  const more = [...named, ...(uncounted > 0 ? [`${uncounted} more`] : [])];
  return [
    [HEAD, ...described, ...(more.length > 0 ? [`Also: ${more.join(", ")}.`] : [])].join("\n"),
  ];
}
