import { randomBytes } from "node:crypto";
import { Fault } from "@reeve/sdk";
import { createAccess } from "../core/access.ts";
import { tokensSection } from "../core/access/tokens-section.ts";
import type { ControlSection } from "../core/control.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";

/** Tokens where no agent runs: they can be made, but no browser can get in. */
export function offlineTokens({
  store,
  log,
}: {
  readonly store: Store;
  readonly log: Log;
}): ControlSection {
  const clock = systemClock;
  const access = createAccess({ store, clock, randomBytes, sessionMs: 0, log });
  return tokensSection({ store, access, clock, randomBytes, url: refuseBrowsers });
}

function refuseBrowsers(): never {
  throw new Fault("unavailable", "The agent does not run, so no browser can reach it.", {
    hint: "Start it: reeve start",
  });
}
