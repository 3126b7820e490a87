import { limits } from "@reeve/operations/agent/limits";
import { usage } from "@reeve/operations/agent/usage";
import { ArrowRight } from "lucide-react";
import { hrefOf } from "../../data/address.ts";
import { useAsk } from "../../data/agent.ts";
import { useFormats } from "../../data/formats.ts";
import { useNow } from "../../data/now.ts";
import { useTexts } from "../../data/texts.ts";
import { QueryResult } from "../../ui/states.tsx";
import type english from "./texts/en.json";

interface SpendProps {
  /** Everybody's spending against the budget; else the person's own. */
  readonly isEverybody: boolean;
}

/** The costs of today. */
export function Spend({ isEverybody }: SpendProps) {
  const t = useTexts<typeof english>("overview");
  const { money, number, percent } = useFormats();
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const query = useAsk(usage.summary, { by: "model", from: today, to: today });
  const set = useAsk(limits.show, {}, { isEnabled: isEverybody });
  const budget = Number(set.data?.limits.money.platform.day ?? Number.NaN);
  return (
    <section className="card spend">
      <h2>{t("spend")}</h2>
      <QueryResult query={query}>
        {({ total, rows }) => {
          const spent = Number(total.costUsd);
          return (
            <>
              <p className="figure">{money(spent)}</p>
              {Number.isNaN(budget) ? (
                <p className="meta">{t("requests", { count: total.calls })}</p>
              ) : (
                <>
                  <meter
                    min={0}
                    max={budget}
                    high={budget * 0.8}
                    value={spent}
                    aria-label={t("spend")}
                  />
                  <p className="meta">
                    {t("ofBudget", { share: percent(spent / budget), budget: money(budget) })}
                  </p>
                </>
              )}
              <ul className="lines models">
                {rows.map(({ key, name, costUsd, inputTokens, outputTokens }) => (
                  <li key={key}>
                    {name}
                    <span className="end">
                      {Number(costUsd) > 0
                        ? money(Number(costUsd))
                        : t("tokens", { count: number(inputTokens + outputTokens) })}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </QueryResult>
      <a className="more" href={hrefOf("/usage")}>
        {t("usage")}
        <ArrowRight size={14} aria-hidden />
      </a>
    </section>
  );
}
