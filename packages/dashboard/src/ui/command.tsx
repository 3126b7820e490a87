import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useCommon } from "../data/texts.ts";

/** A command to type or copy. */
export function Command({ text }: { readonly text: string }) {
  return (
    <span className="command">
      <code>{text}</code>
      <CopyButton text={text} />
    </span>
  );
}

/** Copies a text. The clipboard exists only with https and on this machine; elsewhere there is no button. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useCommon();
  const [isCopied, setCopied] = useState(false);
  if (!("clipboard" in navigator)) return null;
  return (
    <Button
      className="quiet small"
      onPress={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true));
      }}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{t(isCopied ? "copied" : "copy")}</span>
    </Button>
  );
}
