import type { Store } from "../store.ts";

/** A store of its own for one test; disposing of it also removes what it stored. */
export interface OpenedStore extends AsyncDisposable {
  readonly store: Store;
}

/** Opens an empty store. */
export type OpenStore = () => Promise<OpenedStore>;
