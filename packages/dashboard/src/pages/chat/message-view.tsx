import type { HistoryMessage } from "@reeve/operations/work/sessions";
import { Info } from "lucide-react";
import { memo, useState } from "react";
import { Button } from "react-aria-components";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { Markdown } from "../../ui/markdown.tsx";
import type english from "./texts/en.json";
import { SentFiles } from "./sent-files.tsx";
import { TurnDetails } from "./turn-details.tsx";

/** Details that are open, because a row that leaves the view forgets its state. */
const opened = new Set<number>();

interface MessageViewProps {
  readonly message: HistoryMessage;
  readonly chat: string;
}

/** A message of the history. */
export const MessageView = memo(({ message, chat }: MessageViewProps) => {
  const t = useTexts<typeof english>("chat");
  const { time } = useFormats();
  const { direction, name, text, at, state, reason, turn, order } = message;
  const [isOpen, setOpen] = useState(opened.has(order));
  const isAgent = direction === "out";
  const toggle = () => {
    if (isOpen) opened.delete(order);
    else opened.add(order);
    setOpen(!isOpen);
  };
  return (
    <article className={`message ${isAgent ? "agent" : "person"}`}>
      <header className="meta">
        <strong>{isAgent ? "Reeve" : (name ?? t("somebody"))}</strong>
        <time dateTime={new Date(at).toISOString()}>{time(at)}</time>
        {isAgent && turn !== null && (
          <Button className="quiet small" aria-expanded={isOpen} onPress={toggle}>
            <Info size={14} aria-hidden />
            {t("why")}
          </Button>
        )}
      </header>
      <Markdown text={text} />
      <SentFiles chat={chat} message={message} />
      {!isAgent && state === "queued" && <p className="meta">{t("queued")}</p>}
      {!isAgent && (state === "failed" || state === "refused") && (
        <p className="error">{reason ?? t("failed")}</p>
      )}
      {isOpen && turn !== null && <TurnDetails turn={turn} />}
    </article>
  );
});
