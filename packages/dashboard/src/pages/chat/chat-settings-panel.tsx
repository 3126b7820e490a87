import { sessions } from "@reeve/operations/work/sessions";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { NumberInput, SelectInput } from "../../ui/fields.tsx";
import { FailedLine, QueryResult } from "../../ui/states.tsx";
import type english from "./texts/en.json";

const MODES = ["steer", "queue", "interrupt"] as const;

/** Fields of the settings of a chat. */
export function ChatSettingsPanel({ chat }: { readonly chat: string }) {
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
