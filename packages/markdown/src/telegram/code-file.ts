import type { TelegramPart } from "./message.ts";
import type { CodeBlock } from "./write-blocks.ts";

type FilePart = Extract<TelegramPart, { type: "file" }>;

/**
 * Creates a file of code, the `position`th of its reply. Its name shows the language if opening such a file
 * is harmless.
 */
export function codeFile({ text, language }: CodeBlock, position: number): FilePart {
  const stem = position === 1 ? "code" : `code-${position}`;
  const extension = EXTENSIONS.get(language ?? "") ?? "txt";
  const ended = text.endsWith("\n") ? text : `${text}\n`;
  return { type: "file", name: `${stem}.${extension}`, mediaType: "text/plain", text: ended };
}

/** Languages by their extensions. What some system runs when it is tapped stays a text. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    c: "c",
    clj: "clojure",
    cpp: "cpp c++",
    cs: "csharp c# cs",
    css: "css",
    csv: "csv",
    dart: "dart",
    diff: "diff patch",
    ex: "elixir",
    go: "go golang",
    hs: "haskell",
    html: "html",
    ini: "ini",
    java: "java",
    json: "json",
    jsonl: "jsonl",
    jsx: "jsx",
    kt: "kotlin kt",
    lua: "lua",
    md: "markdown md",
    php: "php",
    py: "python py",
    rb: "ruby rb",
    rs: "rust rs",
    scala: "scala",
    sql: "sql",
    svg: "svg",
    swift: "swift",
    tex: "tex latex",
    toml: "toml",
    ts: "typescript ts",
    tsx: "tsx",
    xml: "xml",
    yaml: "yaml yml",
  }).flatMap(([extension, languages]) =>
    languages.split(" ").map((language) => [language, extension] as const),
  ),
);
