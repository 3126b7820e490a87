import { plans } from "@reeve/operations/work/plans";
import { hrefOf } from "../../data/address.ts";
import { useAsk } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";

/** Plans that run or wait. Nothing, if there are none. */
export function RunningPlans() {
  const t = useTexts<typeof english>("overview");
  const query = useAsk(plans.list, { limit: 20 });
  const open = query.data?.items.filter(({ state }) => state === "running" || state === "waiting");
  if (!open?.length) return null;
  return (
    <section className="card whole">
      <h2>{t("plans")}</h2>
      <ul className="lines">
        {open.map(({ id, goal, state, progress }) => (
          <li key={id}>
            <a href={hrefOf("/automation", { tab: "plans" })}>{goal}</a>
            <span className="meta end">
              {t(state === "waiting" ? "plan_waiting" : "plan_running")} ·{" "}
              {t("steps", { count: progress.split("\n").length })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
