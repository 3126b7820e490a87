import type { ReactNode } from "react";
import { hrefOf, useAddress } from "../data/address.ts";

interface PageFrameProps {
  readonly title: string;
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** A page: its title, and what is on it below each other. */
export function PageFrame({ title, isNarrow = false, children }: PageFrameProps) {
  return (
    <div className={isNarrow ? "page narrow" : "page"}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly content: () => ReactNode;
}

interface TabbedPageProps {
  readonly title: string;
  readonly tabs: readonly Tab[];
}

/** A page in several parts. The address names the open one: `#/memory?tab=facts`. */
export function TabbedPage({ title, tabs }: TabbedPageProps) {
  const { path, fields } = useAddress();
  const open = tabs.find(({ id }) => id === fields.get("tab")) ?? tabs[0];
  return (
    <PageFrame title={title}>
      <nav className="tabs" aria-label={title}>
        <ul>
          {tabs.map(({ id, title: name, count = 0 }) => (
            <li key={id}>
              <a
                href={hrefOf(path, { tab: id })}
                aria-current={id === open?.id ? "page" : undefined}
              >
                {name}
                {count > 0 && <span className="count">{count}</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {open && (
        <section key={open.id} className="stack" aria-label={open.title}>
          {open.content()}
        </section>
      )}
    </PageFrame>
  );
}
