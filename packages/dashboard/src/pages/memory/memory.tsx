import { memory } from "@reeve/operations/memory/memory";
import { useAsk } from "../../data/agent.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { TabbedPage } from "../../ui/page.tsx";
import { Changes } from "./changes.tsx";
import { Confirm } from "./confirm.tsx";
import { Documents } from "./documents.tsx";
import { Facts } from "./facts.tsx";
import "./memory.css";
import { Search } from "./search.tsx";
import type english from "./texts/en.json";

/** The agent's memory, its sources, and the documents that shape the agent. */
export function Memory() {
  const t = useTexts<typeof english>("memory");
  const isOwner = useIsAtLeast("owner");
  const unconfirmed = useAsk(memory.unconfirmed, {}, { isEnabled: isOwner });
  const count = unconfirmed.data?.items.length ?? 0;
  const ofOwner = [
    { id: "search", title: t("search"), content: () => <Search /> },
    { id: "confirm", title: t("confirm"), count, content: () => <Confirm /> },
  ];
  return (
    <TabbedPage
      title={t("title")}
      tabs={[
        ...(isOwner ? ofOwner : []),
        { id: "facts", title: t("facts"), content: () => <Facts /> },
        ...(isOwner
          ? [{ id: "documents", title: t("documents"), content: () => <Documents /> }]
          : []),
        { id: "changes", title: t("changes"), content: () => <Changes /> },
      ]}
    />
  );
}
