import { type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "./command.tsx";

interface CodeProps {
  readonly code: string;
  readonly language: string;
  /** The end has not arrived yet. */
  readonly isOpen?: boolean;
}

/** A block of code. Its colors are loaded with the first block, and applied once it is complete. */
export function Code({ code, language, isOpen = false }: CodeProps) {
  const [colored, setColored] = useState<{ readonly code: string; readonly content: ReactNode }>();

  useEffect(() => {
    if (isOpen || language === "") return;
    let isCurrent = true;
    const color = async () => {
      const { highlight } = await import("./highlight.tsx");
      if (isCurrent) setColored({ code, content: highlight(code, language) });
    };
    void color();
    return () => {
      isCurrent = false;
    };
  }, [code, language, isOpen]);

  return (
    <figure className="code">
      <figcaption>
        <span>{language}</span>
        <CopyButton text={code} />
      </figcaption>
      <pre tabIndex={0}>
        <code>{colored?.code === code ? colored.content : code}</code>
      </pre>
    </figure>
  );
}
