import { isAtLeast } from "@reeve/operations/access";
import { approvals } from "@reeve/operations/work/approvals";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { keepFresh, onSignedOut, useAsk, wasSignedOut } from "../data/agent.ts";
import { useAddress } from "../data/address.ts";
import { useIsAtLeast, useMe } from "../data/me.ts";
import { useCommon, useI18n } from "../data/texts.ts";
import { Boundary, Empty, Loading } from "../ui/states.tsx";
import { Navigation } from "./navigation.tsx";
import { PAGES } from "./pages.ts";
import { SignIn } from "./sign-in.tsx";

/** The navigation, and the page of the address. */
export function App() {
  const { path } = useAddress();
  const t = useCommon();
  const { catalogs } = useI18n();
  const { role } = useMe().person;
  const isOut = useSyncExternalStore(onSignedOut, wasSignedOut);
  const waiting = useWaiting();
  const pages = PAGES.filter(({ needs }) => !needs || isAtLeast(role, needs));
  const page = pages.find((one) => one.path === path);
  const title = (page && catalogs.get(page.folder)?.["title"]) ?? t("missing");

  useEffect(() => {
    const left = new AbortController();
    keepFresh(left.signal);
    return () => left.abort();
  }, []);
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${title} · Reeve` : `${title} · Reeve`;
  }, [title, waiting]);

  if (isOut) return <SignIn />;
  return (
    <>
      <a className="skip" href="#content" onClick={focusContent}>
        {t("skip")}
      </a>
      <p className="unseen" role="status">
        {waiting > 0 ? t("waiting", { count: waiting }) : ""}
      </p>
      <div className="shell">
        <Navigation pages={pages} current={path} title={title} waiting={waiting} />
        <main id="content" tabIndex={-1}>
          <Boundary key={path}>
            <Suspense fallback={<Loading />}>
              {page ? <page.View /> : <Empty title={t("missing")} hint={t("missingHint")} />}
            </Suspense>
          </Boundary>
        </main>
      </div>
    </>
  );
}

/** The address keeps the page, so the link must not change it. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#content")?.focus();
}

/** The number of approvals that wait. */
function useWaiting(): number {
  const isEnabled = useIsAtLeast("admin");
  const asked = useAsk(approvals.list, { state: "pending" }, { isEnabled });
  return asked.data?.items.length ?? 0;
}
