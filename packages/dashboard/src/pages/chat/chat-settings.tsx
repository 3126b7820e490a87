import { sessions } from "@reeve/operations/work/sessions";
import { Settings2 } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { NumberInput, SelectInput } from "../../ui/fields.tsx";
import { FailedLine, QueryResult } from "../../ui/states.tsx";
import type english from "./texts/en.json";

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
      {isOpen && <Fields chat={chat} />}
    </>
  );
}

const MODES = ["steer", "queue", "interrupt"] as const;

function Fields({ chat }: { readonly chat: string }) {
  const t = useTexts<typeof english>("chat");
  const query = useAsk(sessions.settings, {}, { chat });
  const change = useChange(sessions.configure, { chat });
  const begin = useChange(sessions.new, { chat });
  return (
    <div className="card fields chat-settings">
      <QueryResult query={query}>
        {({ mode, maxSteps }) => (
          <>
            <SelectInput
              label={t("mode")}
              value={mode}
              onChange={(id) => change.mutate({ mode: MODES.find((one) => one === id) })}
              choices={MODES.map((id) => ({ id, text: t(`mode_${id}`) }))}
            />
            <NumberInput
              label={t("maxSteps")}
              value={maxSteps}
              min={1}
              max={50}
              onChange={(steps) => change.mutate({ maxSteps: steps })}
            />
          </>
        )}
      </QueryResult>
      <BusyButton isPending={begin.isPending} onPress={() => begin.mutate({})}>
        {t("newSession")}
      </BusyButton>
      <p className="hint">{t("newSessionHint")}</p>
      {begin.isSuccess && <p role="status">{t("newSessionStarted")}</p>}
      <FailedLine error={change.error ?? begin.error} />
    </div>
  );
}
