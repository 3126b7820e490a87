import { isRecord } from "../../../kernel/text/json.ts";
import { fieldOf, recordsOf, textOf } from "./read-value.ts";
import type { Match, Rule } from "./rule.ts";
import { call, type Found, answerWith, type Step } from "./step.ts";

/** A path has an extension or a slash; a plain word is one only after "file". */
const PATH = String.raw`["'\`]?(?<path>[\w~@+()-][\w~@+()./ -]*?(?:\.\w{1,10}|\/[\w.-]+))["'\`]?`;
const FILE = String.raw`(?:(?:an?|the|my|this|that)? ?(?:new |text |existing )?file(?: called| named)? ["'\`]?(?<name>[\w./@+-]+)["'\`]?|(?:the |my )?${PATH})`;

function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll("FILE", FILE), "i");
}

/** Listing, reading and writing files of the workspace. */
export const fileRules: readonly Rule[] = [
  {
    patterns: [
      /^(?:list|show|display|see|give)(?: me)?(?: all)?(?: of)?(?: my| the| our)?(?: workspace)? (?:files|folders|documents|workspace)(?: and folders)?(?: (?:in|of|under|inside) (?:the |my )?(?<folder>[\w./-]+)(?: folder| directory)?)?$/i,
      /^(?:what|which) (?:files|documents)(?: and folders)?(?: (?:do (?:i|you|we) have|are there|exist|are))?(?: (?:in|of|under|inside) (?:the |my )?(?<folder>[\w./-]+)(?: folder| directory)?)?$/i,
      /^what(?:'s| is) in (?:the |my )?(?<folder>[\w./-]+)(?: folder| directory)$/i,
      /^(?:what(?:'s| is) in (?:the |my )?workspace|(?:my )?files|ls(?: (?<folder>[\w./-]+))?)$/i,
    ],
    answer: (match) => listFiles(match("folder")),
  },
  {
    patterns: [
      pattern(
        String.raw`^(?:append|add) (?<content>[\s\S]+?) (?:to|onto|at the end of) (?:the end of )?FILE$`,
      ),
    ],
    answer: (match) => writeFile(match, { append: true }),
  },
  {
    patterns: [
      pattern(
        String.raw`^(?:write|save|put|store) (?<content>[\s\S]+?) (?:to|in|into|as|under) FILE$`,
      ),
      pattern(
        String.raw`^(?:create|make|write|save) FILE (?:with(?: the)?(?: text| content| contents)?|containing|that says|saying)\s*:? (?<content>[\s\S]+)$`,
      ),
      pattern(String.raw`^(?:write|save) (?:to|in|into) FILE\s*: ?(?<content>[\s\S]+)$`),
    ],
    answer: (match) => writeFile(match, { append: false }),
  },
  {
    patterns: [
      pattern(
        String.raw`^(?:read|show|open|display|print|cat|view)(?: me)?(?: the)?(?: contents?(?: of)?)? ?FILE$`,
      ),
      pattern(
        String.raw`^what(?:'s| is| does)(?: written)?(?: in| inside)? ?FILE(?: say| contain)?$`,
      ),
    ],
    answer: readFile,
  },
  {
    patterns: [pattern(String.raw`^(?:delete|remove|erase) FILE$`)],
    answer: (match) => {
      const path = pathOf(match);
      return call({ name: "workspace_delete", args: { path } }, () =>
        answerWith(`${path} is deleted.`),
      );
    },
  },
  {
    patterns: [
      /^(?:read|show|open)(?: me)?(?: the)? artifact (?<id>[\w-]+)(?: (?:from|at)(?: offset)? (?<offset>\d{1,9}))?$/i,
      /^(?:search|find|grep)(?: in)?(?: the)? artifact (?<id>[\w-]+) for (?<pattern>.+)$/i,
    ],
    answer: (match) => {
      const id = match("id");
      const args = {
        id,
        ...(match("offset") && { offset: Number(match("offset")) }),
        ...(match("pattern") && { pattern: match("pattern") }),
      };
      return call({ name: "artifact_read", args }, (found) => answerWith(artifactText(found)));
    },
  },
];

function artifactText(found: Found): string {
  const lines = recordsOf(found).map(
    (line) => `${fieldOf(line, "line") ?? ""}: ${fieldOf(line, "text") ?? ""}`,
  );
  if (lines.length > 0) return fenced(lines.join("\n"));
  const isSearch = isRecord(found.value) && Array.isArray(found.value["lines"]);
  return isSearch ? "No line matches." : fenced(textOf(found));
}

function pathOf(match: Match): string {
  return match("name") || match("path");
}

function listFiles(folder: string): Step {
  const path = /^(?:workspace|\.|\/)$/i.test(folder) ? "" : folder;
  return call({ name: "workspace_list", args: { path } }, (found) => {
    const lines = linesOf(found);
    const where = path ? `in ${path}` : "in the workspace";
    if (lines.length === 0) return answerWith(`There are no files ${where}.`);
    return answerWith(`Files ${where}:\n\n${lines.join("\n")}`);
  });
}

function linesOf(found: Found): string[] {
  return recordsOf(found).map((entry) => {
    const path = fieldOf(entry, "path") ?? fieldOf(entry, "name") ?? "?";
    const bytes = fieldOf(entry, "bytes") ?? fieldOf(entry, "size");
    const isFolder = (fieldOf(entry, "kind") ?? fieldOf(entry, "type")) === "directory";
    if (isFolder) return `- ${path.replace(/\/$/, "")}/`;
    return `- ${path}${bytes ? ` (${bytes} bytes)` : ""}`;
  });
}

function readFile(match: Match): Step {
  const path = pathOf(match);
  return call({ name: "workspace_read", args: { path } }, (found) => {
    const text = textOf(found);
    return answerWith(text.trim() === "" ? `${path} is empty.` : `${path}:\n\n${fenced(text)}`);
  });
}

function writeFile(match: Match, { append }: { append: boolean }): Step {
  const path = pathOf(match);
  const content = `${unquote(match("content"))}\n`;
  const args = append ? { path, content, append } : { path, content };
  return call({ name: "workspace_write", args }, () =>
    answerWith(append ? `I added it to ${path}.` : `I wrote it to ${path}.`),
  );
}

function unquote(text: string): string {
  const bare = text.replace(/^(?:the (?:text|line|words?) |a line (?:saying )?)/i, "");
  return /^(["'`])[\s\S]*\1$/.test(bare) && bare.length > 1 ? bare.slice(1, -1) : bare;
}

/** A fence longer than any in the text, so that the text stays what it is. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}
