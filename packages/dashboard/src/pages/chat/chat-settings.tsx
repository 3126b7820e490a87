import { Settings2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "react-aria-components";
import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";

const ChatSettingsPanel = lazy(async () => ({
  default: (await import("./chat-settings-panel.tsx")).ChatSettingsPanel,
}));

/** How the agent works in the open chat, and a new session. */
export function ChatSettings({ chat }: { readonly chat: string }) {
  const t = useTexts<typeof english>("chat");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="quiet square"
        aria-label={t("settings")}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <Settings2 size={18} aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <ChatSettingsPanel chat={chat} />
        </Suspense>
      )}
    </>
  );
}
