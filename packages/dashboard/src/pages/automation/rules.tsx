import { rules } from "@reeve/operations/people/rules";
import { useAsk, useChange } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

const OWN = { chat: "own" };

/** Rules that the person gave in their own words. */
export function Rules() {
  const t = useTexts<typeof english>("automation");
  const query = useAsk(rules.list, { limit: 100 }, OWN);
  const remove = useChange(rules.remove, OWN);
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t("rulesNone")} hint={t("rulesNoneHint")} />
        ) : (
          <>
            <FailedLine error={remove.error} />
            <ul className="card list hits">
              {items.map(({ id, text, rule }) => (
                <li key={id}>
                  <p>{text}</p>
                  <p className="meta">{t(`rule_${rule}`)}</p>
                  <BusyButton kind="quiet" onPress={() => remove.mutate({ rule: id })}>
                    {t("delete")}
                  </BusyButton>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryResult>
  );
}
