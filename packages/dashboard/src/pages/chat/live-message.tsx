import { useTexts } from "../../data/texts.ts";
import { Markdown } from "../../ui/markdown.tsx";
import type { LiveTurn } from "./live-turn.ts";
import type english from "./texts/en.json";
import { ToolLine } from "./tool-line.tsx";

/** The answer that is being written. */
export function LiveMessage({ live: { parts, isOver } }: { readonly live: LiveTurn }) {
  const t = useTexts<typeof english>("chat");
  const last = parts.at(-1);
  return (
    <article className="message agent">
      <header className="meta">
        <strong>Reeve</strong>
      </header>
      {parts.map((part, index) =>
        part.kind === "text" ? (
          <Markdown key={index} text={part.text} isStreaming={part === last} />
        ) : (
          <ToolLine
            key={part.call.id}
            tool={part.call.tool}
            args={part.call.args}
            outcome={part.call.outcome}
            result={part.call.summary}
          />
        ),
      )}
      {parts.length === 0 && <span className="meta">{t("thinking")}</span>}
      {!isOver && <span className="cursor" aria-hidden="true" />}
    </article>
  );
}
