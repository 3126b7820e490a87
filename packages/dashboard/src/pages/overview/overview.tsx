import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { PageFrame } from "../../ui/page.tsx";
import { Activity } from "./activity.tsx";
import { Health } from "./health.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { RunningPlans } from "./running-plans.tsx";
import { Spend } from "./spend.tsx";
import "./overview.css";
import type english from "./texts/en.json";

/** Open matters first, then money, health, and recent actions. */
export function Overview() {
  const t = useTexts<typeof english>("overview");
  const isAdmin = useIsAtLeast("admin");
  return (
    <PageFrame title={t("title")}>
      <NeedsYou />
      <div className="columns">
        <Spend isEverybody={isAdmin} />
        {isAdmin && <Health />}
        <RunningPlans />
        {isAdmin && <Activity />}
      </div>
    </PageFrame>
  );
}
