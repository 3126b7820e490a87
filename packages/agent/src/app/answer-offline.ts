import { Fault } from "@reeve/sdk";
import { createControl } from "../core/control.ts";
import { lockHome } from "../store/sqlite/lock-home.ts";
import type { CallByName } from "../operations/ask.ts";
import type { Answerer } from "./ask-agent.ts";
import type { CommandParts } from "./command.ts";
import { versionText } from "./help.ts";
import { homeSections } from "./home-sections.ts";
import { offlineTokens } from "./offline-tokens.ts";
import { openAgent } from "./open-agent.ts";
import type { OpenHome } from "./open-home.ts";
import { openStore } from "./open-store.ts";

/** Answers where no agent runs: its parts are put together for as long as `work` takes. */
export async function answerOffline<Result>(
  parts: CommandParts,
  opened: OpenHome,
  work: (call: CallByName, answerer: Answerer) => Promise<Result>,
): Promise<Result> {
  using lock = lockHome(opened.home.lock);
  if (!lock)
    throw new Fault("unavailable", "The agent is starting or stopping.", {
      hint: "Try again in a moment.",
    });
  const version = (await versionText()).trim();
  await using data = await openStore(opened);
  await using agent = await openAgent({ ...opened, version, opened: data });
  const { control: ofAgent } = agent.core;
  const tokens = offlineTokens({ ...opened, store: data.store });
  const control = createControl([...ofAgent.sections, tokens, ...homeSections(opened)]);
  const callerIn = (chat: string) => ({ person: agent.owner, surface: "cli", chat });
  // Awaited here: what is returned unawaited would run after the agent was closed.
  return await work(
    (name, input, { chat = "main", key }) => control.call(name, input, { ...callerIn(chat), key }),
    { isRunning: false },
  );
}
