import { plans } from "@reeve/operations/work/plans";
import { ListChecks } from "lucide-react";
import { hrefOf } from "../../data/address.ts";
import { useAsk } from "../../data/agent.ts";
import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";

/** The symbol of a step that is done, at the beginning of its line. */
const DONE = "✓";

/** Plans that are not over, with their progress and the way to them. */
export function OpenPlans() {
  const t = useTexts<typeof english>("chat");
  const { data } = useAsk(plans.list, { limit: 20 });
  const open = (data?.items ?? []).filter(({ state }) => state !== "done" && state !== "aborted");
  if (open.length === 0) return null;
  return (
    <ul className="open-plans">
      {open.map(({ id, goal, state, progress }) => {
        const steps = progress.split("\n");
        const done = steps.filter((line) => line.startsWith(DONE)).length;
        return (
          <li key={id} className={state}>
            <ListChecks size={16} aria-hidden />
            <a href={hrefOf("/automation", { tab: "plans" })}>{goal}</a>
            <progress max={steps.length} value={done} aria-label={goal} />
            <span className="meta">
              {state === "failed"
                ? t("planStopped")
                : t("planSteps", { done, count: steps.length })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
