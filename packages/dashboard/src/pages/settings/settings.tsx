import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { TabbedPage } from "../../ui/page.tsx";
import { Audit } from "./audit.tsx";
import { Config } from "./config.tsx";
import { Log } from "./log.tsx";
import { McpServers } from "./mcp-servers.tsx";
import { Model } from "./model.tsx";
import { People } from "./people.tsx";
import { Preferences } from "./preferences.tsx";
import "./settings.css";
import type english from "./texts/en.json";
import { Tokens } from "./tokens.tsx";
import { Tools } from "./tools.tsx";
import { Undelivered } from "./undelivered.tsx";
import { Workspace } from "./workspace.tsx";

/** How the agent works, who may use it, and what it keeps. */
export function SettingsPage() {
  const t = useTexts<typeof english>("settings");
  const isAdmin = useIsAtLeast("admin");
  const isOwner = useIsAtLeast("owner");
  const ofOwner = isOwner ? [{ id: "model", title: t("model"), content: () => <Model /> }] : [];
  const ofAdmin = [
    { id: "mcp", title: t("mcp"), content: () => <McpServers /> },
    { id: "people", title: t("people"), content: () => <People /> },
    { id: "undelivered", title: t("undelivered"), content: () => <Undelivered /> },
    { id: "log", title: t("log"), content: () => <Log /> },
    { id: "audit", title: t("audit"), content: () => <Audit /> },
    { id: "config", title: t("config"), content: () => <Config /> },
  ];
  return (
    <TabbedPage
      title={t("title")}
      tabs={[
        ...ofOwner,
        { id: "preferences", title: t("preferences"), content: () => <Preferences /> },
        { id: "tools", title: t("tools"), content: () => <Tools /> },
        { id: "tokens", title: t("tokens"), content: () => <Tokens /> },
        ...(isOwner
          ? [{ id: "workspace", title: t("workspace"), content: () => <Workspace /> }]
          : []),
        ...(isAdmin ? ofAdmin : []),
      ]}
    />
  );
}
