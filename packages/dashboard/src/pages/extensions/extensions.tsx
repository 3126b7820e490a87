import { useTexts } from "../../data/texts.ts";
import { TabbedPage } from "../../ui/page.tsx";
import { Plugins } from "./plugins.tsx";
import { Skills } from "./skills.tsx";
import type english from "./texts/en.json";

/** Everything that was installed and adds to the agent. */
export function Extensions() {
  const t = useTexts<typeof english>("extensions");
  return (
    <TabbedPage
      title={t("title")}
      tabs={[
        { id: "plugins", title: t("plugins"), content: () => <Plugins /> },
        { id: "skills", title: t("skills"), content: () => <Skills /> },
      ]}
    />
  );
}
