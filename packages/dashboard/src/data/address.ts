import { useSyncExternalStore } from "react";

/** Where the page is: `#/memory?tab=facts`. It can be linked to, and the browser's Back leads through it. */
export interface Address {
  /** Path of the page: `/memory`. */
  readonly path: string;
  readonly fields: URLSearchParams;
}

function subscribe(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}

export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [path = "", fields = ""] = hash.replace(/^#/, "").split("?");
  return { path: path || "/", fields: new URLSearchParams(fields) };
}

/** A field of the address, such as the open tab, and a function that changes it. */
export function useField(
  name: string,
  fallback: string,
): readonly [string, (value: string) => void] {
  const { path, fields } = useAddress();
  const set = (value: string) => {
    const next = new URLSearchParams(fields);
    next.set(name, value);
    location.hash = `${path}?${next}`;
  };
  return [fields.get(name) ?? fallback, set];
}

/** The `href` of a page. */
export function hrefOf(path: string, fields: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(fields).toString();
  return `#${path}${query && `?${query}`}`;
}
