import { Paperclip } from "lucide-react";
import { Button } from "react-aria-components";
import { useTexts } from "../../data/texts.ts";
import { Markdown } from "../../ui/markdown.tsx";
import type english from "./texts/en.json";
import type { UnsentMessage } from "./unsent.ts";

interface UnsentViewProps {
  readonly message: UnsentMessage;
  readonly onDrop: (id: string) => void;
}

/** A message on its way, or one that the agent refused. */
export function UnsentView({ message: { id, text, files, refusal }, onDrop }: UnsentViewProps) {
  const t = useTexts<typeof english>("chat");
  return (
    <article className="message person unsent">
      <div className="prose">
        {text !== "" && <Markdown text={text} />}
        {files.map(({ name }) => (
          <p key={name} className="file">
            <Paperclip size={14} aria-hidden /> {name}
          </p>
        ))}
      </div>
      {refusal ? (
        <div className="error" role="alert">
          <p>{refusal.message}</p>
          {refusal.hint !== undefined && <p>{refusal.hint}</p>}
          <Button className="button" onPress={() => onDrop(id)}>
            {t("discard")}
          </Button>
        </div>
      ) : (
        <p className="meta">{t("sending")}</p>
      )}
    </article>
  );
}
