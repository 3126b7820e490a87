import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OpenedStore } from "../testing/opened-store.ts";
import { storeSuite } from "../testing/suite.ts";
import { openSqlite } from "./open.ts";

storeSuite("a SQLite file", openFresh);

async function openFresh(): Promise<OpenedStore> {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-store-"));
  const store = await openSqlite(path.join(folder, "reeve.db"), { synchronous: "full" });
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
