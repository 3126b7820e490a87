import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { TabbedPage } from "../../ui/page.tsx";
import "./automation.css";
import { Notes } from "./notes.tsx";
import { Plans } from "./plans.tsx";
import { ReadLater } from "./read-later.tsx";
import { Reminders } from "./reminders.tsx";
import { Rules } from "./rules.tsx";
import { Schedules } from "./schedules.tsx";
import { Tasks } from "./tasks.tsx";
import { Webhooks } from "./webhooks.tsx";
import type english from "./texts/en.json";

/** The agent's later work, and the person's own lists. */
export function Automation() {
  const t = useTexts<typeof english>("automation");
  const isAdmin = useIsAtLeast("admin");
  return (
    <TabbedPage
      title={t("title")}
      tabs={[
        { id: "plans", title: t("plans"), content: () => <Plans /> },
        { id: "schedules", title: t("schedules"), content: () => <Schedules /> },
        { id: "reminders", title: t("reminders"), content: () => <Reminders /> },
        { id: "tasks", title: t("tasks"), content: () => <Tasks /> },
        { id: "rules", title: t("rules"), content: () => <Rules /> },
        { id: "notes", title: t("notes"), content: () => <Notes /> },
        { id: "reading", title: t("reading"), content: () => <ReadLater /> },
        ...(isAdmin ? [{ id: "webhooks", title: t("webhooks"), content: () => <Webhooks /> }] : []),
      ]}
    />
  );
}
