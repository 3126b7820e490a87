import { useIsAtLeast, useMe } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { PageFrame } from "../../ui/page.tsx";
import { Activity } from "./activity.tsx";
import { Health } from "./health.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { RunningPlans } from "./running-plans.tsx";
import { Spend } from "./spend.tsx";
import "./overview.css";
import type english from "./texts/en.json";

/** What needs the person, then money, health, and what happened. */
export function Overview() {
  const t = useTexts<typeof english>("overview");
  const { person } = useMe();
  const isAdmin = useIsAtLeast("admin");
  return (
    <PageFrame title={t("title")}>
      <NeedsYou />
      <div className="columns">
        <Spend isEverybody={isAdmin} name={person.name} />
        {isAdmin && <Health />}
        <RunningPlans />
        {isAdmin && <Activity />}
      </div>
    </PageFrame>
  );
}
