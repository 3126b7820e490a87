import "./tokens.css";
import "./base.css";
import "./ui/ui.css";
import "./ui/page.css";
import "./shell/shell.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { loadMe, queries, wasSignedOut } from "./data/agent.ts";
import { MeProvider } from "./data/me.ts";
import { loadTexts, TextsProvider } from "./data/texts.ts";
import { App } from "./shell/app.tsx";
import { SignIn } from "./shell/sign-in.tsx";
import { Failed } from "./ui/states.tsx";

const asked = new URLSearchParams(location.search).get("lang");
const [i18n, me] = await Promise.all([
  loadTexts(asked === null ? navigator.languages : [asked]),
  loadMe().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
]);
document.documentElement.lang = i18n.language;
document.documentElement.dir = /^(?:ar|fa|he|ur)\b/.test(i18n.language) ? "rtl" : "ltr";

function Entry() {
  if (wasSignedOut()) return <SignIn />;
  if (me instanceof Error) return <Failed error={me} onRetry={() => location.reload()} />;
  return (
    <MeProvider value={me}>
      <App />
    </MeProvider>
  );
}

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no root element.");
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <I18nProvider locale={i18n.language}>
      <TextsProvider value={i18n}>
        <Entry />
      </TextsProvider>
    </I18nProvider>
  </QueryClientProvider>,
);
