import type { Role } from "@reeve/operations/access";
import type { LucideIcon } from "lucide-react";
import { type ComponentType, lazy } from "react";

/** A page of the dashboard. Its folder in `pages/` has everything about it; its title is the text `title` there. */
export interface Page {
  /** `/usage`: the folder's name, or `/` for the first page. */
  readonly path: `/${string}`;
  /** Its place in the navigation, from the top. */
  readonly order: number;
  readonly icon: LucideIcon;
  /** The lowest role that may use it. Default: everyone. */
  readonly needs?: Role;
  /** Loads it when it is first opened. */
  readonly load: () => Promise<ComponentType>;
}

/** A page with its folder's name and its component. */
export interface KnownPage extends Page {
  readonly folder: string;
  readonly View: ComponentType;
}

const modules = import.meta.glob<{ readonly page: Page }>("../pages/*/page.ts", { eager: true });

export const PAGES: readonly KnownPage[] = Object.entries(modules)
  .map(([file, { page }]) => ({
    ...page,
    folder: file.split("/").at(-2) ?? "",
    View: lazy(async () => ({ default: await page.load() })),
  }))
  .toSorted((one, other) => one.order - other.order);
