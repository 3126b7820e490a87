import { Ellipsis, Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { hrefOf } from "../data/address.ts";
import { useCommon, useI18n } from "../data/texts.ts";
import type { KnownPage } from "./pages.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

/** Entries that fit on a phone, beside "More". */
const ON_PHONE = 4;

interface NavigationProps {
  readonly pages: readonly KnownPage[];
  readonly current: string;
  readonly title: string;
  readonly waiting: number;
}

/** The sidebar; on a phone a bar with the page's name above, and one with the first entries below. */
export function Navigation({ pages, current, title, waiting }: NavigationProps) {
  const t = useCommon();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  const entryOf = (page: KnownPage) => (
    <li key={page.path}>
      <Entry page={page} isCurrent={page.path === current} waiting={waiting} />
    </li>
  );
  return (
    <>
      <header className="bar">
        <a className="brand" href={hrefOf("/")} aria-label={t("home")}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span className="brand-name">Reeve</span>
        </a>
        <span className="bar-title" aria-hidden="true">
          {title}
        </span>
        <nav className="sidebar" aria-label={t("navigation")}>
          <Button className="search" onPress={() => setOpen(true)}>
            <Search size={16} aria-hidden />
            <span>{t("palette")}</span>
            <kbd>Ctrl K</kbd>
          </Button>
          <ul>{pages.map(entryOf)}</ul>
        </nav>
      </header>
      <nav className="bottom" aria-label={t("navigation")}>
        <ul>
          {pages.slice(0, ON_PHONE).map(entryOf)}
          <li>
            <Button className="entry" onPress={() => setOpen(true)}>
              <Ellipsis size={20} aria-hidden />
              <span>{t("more")}</span>
            </Button>
          </li>
        </ul>
      </nav>
      {isOpen && (
        <Suspense>
          <Palette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface EntryProps {
  readonly page: KnownPage;
  readonly isCurrent: boolean;
  readonly waiting: number;
}

function Entry({ page, isCurrent, waiting }: EntryProps) {
  const t = useCommon();
  const { catalogs } = useI18n();
  const Icon = page.icon;
  return (
    <a className="entry" href={hrefOf(page.path)} aria-current={isCurrent ? "page" : undefined}>
      <Icon size={18} aria-hidden />
      <span>{catalogs.get(page.folder)?.["title"]}</span>
      {page.path === "/approvals" && waiting > 0 && (
        <span className="count">
          <span aria-hidden="true">{waiting}</span>
          <span className="unseen">{t("waiting", { count: waiting })}</span>
        </span>
      )}
    </a>
  );
}
