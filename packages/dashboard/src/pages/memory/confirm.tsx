import { memory } from "@reeve/operations/memory/memory";
import { privacy } from "@reeve/operations/memory/privacy";
import { CircleCheck } from "lucide-react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import { trustKey } from "./search.tsx";
import type english from "./texts/en.json";

/** Entries of memory files that others caused. New sessions have them once the owner confirms them. */
export function Confirm() {
  const t = useTexts<typeof english>("memory");
  const query = useAsk(memory.unconfirmed, { limit: 200 });
  const confirm = useChange(memory.confirm);
  const forget = useChange(privacy.forget);
  return (
    <QueryResult query={query}>
      {({ items }) => {
        if (items.length === 0)
          return (
            <Empty
              icon={<CircleCheck size={28} aria-hidden />}
              title={t("confirmNone")}
              hint={t("confirmNoneHint")}
            />
          );
        return (
          <>
            <p className="hint">{t("confirmHint")}</p>
            <FailedLine error={confirm.error ?? forget.error} />
            <ul className="card list hits">
              {items.map(({ id, text, path, integrity }) => (
                <li key={id}>
                  <p>{text}</p>
                  <p className="meta">
                    {path} · {t(trustKey(integrity))}
                  </p>
                  <div className="inline-form">
                    <BusyButton
                      kind="primary"
                      isPending={confirm.isPending && confirm.variables.id === id}
                      onPress={() => confirm.mutate({ id })}
                    >
                      {t("confirmOne")}
                    </BusyButton>
                    <BusyButton
                      isPending={forget.isPending && "query" in forget.variables}
                      onPress={() => forget.mutate({ query: text.slice(0, 900) })}
                    >
                      {t("forget")}
                    </BusyButton>
                  </div>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </QueryResult>
  );
}
