import { Fault } from "@reeve/sdk";
import { createControl, type Implementation } from "../../core/control.ts";
import { lockHome } from "../../store/sqlite/lock-home.ts";
import type { Ask } from "@reeve/operations/ask";
import { askAs } from "../../operations/ask.ts";
import type { Answerer } from "./ask-agent.ts";
import type { CommandContext } from "./command.ts";
import { versionText } from "./help.ts";
import { homeOperations } from "../operations/home-operations.ts";
import { openAgent } from "../open-agent.ts";
import type { OpenHome } from "../open-home.ts";
import { openStore } from "../open-store.ts";
import { randomBytes } from "node:crypto";
import { createAccess } from "../../core/access.ts";
import { tokenOperations } from "../../core/access/token-operations.ts";
import { createClockOperations } from "../../features/clock/implement.ts";
import type { Clock } from "../../kernel/clock.ts";
import { machineClocks } from "../../platform/clock/machine-clocks.ts";
import { openClock, saveClock } from "../keep-clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../store/store.ts";

/** Answers where no agent runs: its parts are put together for as long as `work` takes. */
export async function answerOffline<Result>(
  context: CommandContext,
  opened: OpenHome,
  work: (ask: Ask, answerer: Answerer) => Promise<Result>,
): Promise<Result> {
  using lock = lockHome(opened.home.lock);
  if (!lock)
    throw new Fault("unavailable", "The agent is starting or stopping.", {
      hint: "Try again in a moment.",
    });
  const version = (await versionText()).trim();
  const { guard } = openClock(opened.home, machineClocks);
  await using data = await openStore(opened);
  await using agent = await openAgent({ ...opened, version, clock: guard, opened: data });
  const { control: ofAgent } = agent.core;
  const kept = { ...opened, guard, clock: guard, store: data.store, file: opened.home.clock };
  const control = createControl([
    ofAgent.implemented,
    offlineTokens(kept),
    createClockOperations({ guard, newId }),
    ...homeOperations(opened),
  ]);
  const ask: Ask = (operation, input, { chat: externalId = "main", key } = {}) =>
    askAs(control, { person: agent.owner, channel: "cli", externalId, key })(operation, input);
  // Awaited here: what is returned unawaited would run after the agent was closed.
  const result = await work(ask, { isRunning: false });
  await saveClock(kept);
  return result;
}

/** Creates the operations of tokens where no agent runs: sign-in links are unavailable. */
function offlineTokens({
  store,
  log,
  clock,
}: {
  readonly store: Store;
  readonly log: Log;
  readonly clock: Clock;
}): Implementation {
  const access = createAccess({ store, clock, randomBytes, sessionMs: 0, log });
  return tokenOperations({ store, access, clock, newId, randomBytes, url: refuseBrowsers });
}

function refuseBrowsers(): never {
  throw new Fault("unavailable", "Reeve is not running, so a browser cannot connect.", {
    hint: "Start it with: reeve start",
  });
}
