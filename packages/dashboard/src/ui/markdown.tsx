import { type Block, type Inline, type List, parseMarkdown, type Table } from "chat-markdown";
import { Fragment, memo, type ReactNode, useMemo } from "react";
import { useCommon } from "../data/texts.ts";
import { Code } from "./code.tsx";

interface MarkdownProps {
  readonly text: string;
  /** The end has not arrived yet. */
  readonly isStreaming?: boolean;
}

/**
 * Markdown as elements. No HTML is written, so there is nothing to sanitize; links lead to the web or to mail
 * only. While an answer streams, blocks that did not change are not rendered again.
 */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="prose">
      {blocks.map((block, index) => (
        // Blocks have no identity but their place: text only grows at its end.
        <BlockView
          key={index}
          source={JSON.stringify(block)}
          block={block}
          isOpen={isStreaming && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

interface BlockViewProps {
  /** The block as JSON, by which it is compared. */
  readonly source: string;
  readonly block: Block;
  readonly isOpen: boolean;
}

const BlockView = memo(
  ({ block, isOpen }: BlockViewProps) => toElement(block, isOpen),
  (before, after) => before.source === after.source && before.isOpen === after.isOpen,
);

function toElement(block: Block, isOpen = false): ReactNode {
  switch (block.type) {
    case "heading": {
      // Headings of an answer are below those of the page.
      const Level = block.level <= 2 ? "h3" : "h4";
      return <Level>{toInline(block.children)}</Level>;
    }
    case "paragraph":
      return <p>{toInline(block.children)}</p>;
    case "code":
      return <Code code={block.text} language={block.language ?? ""} isOpen={isOpen} />;
    case "quote":
      return <blockquote>{toElements(block.blocks)}</blockquote>;
    case "list":
      return <ListView list={block} />;
    case "table":
      return <TableView table={block} />;
    case "rule":
      return <hr />;
  }
}

function toElements(blocks: readonly Block[]): ReactNode {
  return blocks.map((block, index) => <Fragment key={index}>{toElement(block)}</Fragment>);
}

function ListView({ list: { start, items } }: { readonly list: List }) {
  const content = items.map(({ isDone, blocks }, index) => (
    <li key={index} className={isDone === undefined ? undefined : "task"}>
      {isDone !== undefined && <span aria-hidden="true">{isDone ? "☑ " : "☐ "}</span>}
      {blocks.map((block, at) => (
        // A line of a list is no paragraph of its own.
        <Fragment key={at}>
          {block.type === "paragraph" ? toInline(block.children) : toElement(block)}
        </Fragment>
      ))}
    </li>
  ));
  return start === undefined ? <ul>{content}</ul> : <ol start={start}>{content}</ol>;
}

function TableView({ table: { align, header, rows } }: { readonly table: Table }) {
  const t = useCommon();
  return (
    <div className="table-scroll" role="region" aria-label={t("tableInAnswer")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={column} scope="col" data-align={align[column]}>
                {toInline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} data-align={align[column]}>
                  {toInline(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const STYLES = { bold: "strong", italic: "em", underline: "u", strikethrough: "del" } as const;

function toInline(inlines: readonly Inline[]): ReactNode {
  return inlines.map((inline, index) => {
    switch (inline.type) {
      case "text":
      case "math":
        return inline.text;
      case "code":
        return <code key={index}>{inline.text}</code>;
      case "styled": {
        const content = toInline(inline.children);
        if (inline.style === "spoiler") return <Spoiler key={index}>{content}</Spoiler>;
        const Style = STYLES[inline.style];
        return <Style key={index}>{content}</Style>;
      }
      case "link":
        if (!/^(?:https?:|mailto:)/i.test(inline.url))
          return <Fragment key={index}>{toInline(inline.children)}</Fragment>;
        return (
          <a key={index} href={inline.url} target="_blank" rel="noreferrer">
            {toInline(inline.children)}
          </a>
        );
    }
  });
}

/** Text that is covered until somebody wants to read it. */
function Spoiler({ children }: { readonly children: ReactNode }) {
  return (
    <details className="spoiler">
      <summary>…</summary>
      {children}
    </details>
  );
}
