import core from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import type { ReactNode } from "react";

const LANGUAGES = { bash, css, json, python, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) core.registerLanguage(name, language);

/** Code as elements with classes such as `hl-keyword`. In a language that is not known, it stays as it is. */
export function highlight(code: string, language: string): ReactNode {
  if (!core.getLanguage(language)) return code;
  const { value } = core.highlight(code, { language, ignoreIllegals: true });
  return readSpans(value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g));
}

/** Reads what the highlighter writes: spans with a class, and escaped text. */
function readSpans(pieces: IterableIterator<RegExpExecArray>): readonly ReactNode[] {
  const content: ReactNode[] = [];
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    const [piece, className] = next.value;
    if (piece === "</span>") return content;
    if (className === undefined) content.push(unescapeHtml(piece));
    else {
      const scope = className.split(" ")[0]?.replace("hljs-", "hl-");
      content.push(
        <span key={content.length} className={scope}>
          {readSpans(pieces)}
        </span>,
      );
    }
  }
  return content;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
