import { randomBytes } from "node:crypto";
import { Fault } from "@reeve/sdk";
import { createAccess } from "../../core/access.ts";
import { tokenOperations } from "../../core/access/token-operations.ts";
import type { Implementation } from "../../core/control.ts";
import { systemClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../store/store.ts";

/** Creates the operations of tokens where no agent runs: sign-in links are unavailable. */
export function offlineTokens({
  store,
  log,
}: {
  readonly store: Store;
  readonly log: Log;
}): Implementation {
  const clock = systemClock;
  const access = createAccess({ store, clock, randomBytes, sessionMs: 0, log });
  return tokenOperations({ store, access, clock, newId, randomBytes, url: refuseBrowsers });
}

function refuseBrowsers(): never {
  throw new Fault("unavailable", "Reeve is not running, so a browser cannot connect.", {
    hint: "Start it with: reeve start",
  });
}
