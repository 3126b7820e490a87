import type { Channel } from "../channels/kit/channel.ts";
import type { Started } from "./lifecycle.ts";
import type { Agent } from "./open-agent.ts";
import type { StartStep, StartSteps } from "./start-steps.ts";

export interface StartAgentDeps {
  /** Puts the agent together; told of each step as it begins. */
  readonly open: (onStep: (step: StartStep) => void) => Promise<Agent>;
  readonly steps: StartSteps;
  /** Where people talk to it; called once its parts are there. */
  readonly channelsOf: (agent: Agent) => Promise<readonly Channel[]>;
  /** Told what ended it, when nobody stopped it. */
  readonly onBroken: (error: unknown) => void;
}

/** Brings the agent up in the order of a start. Stopping it lets running turns end first. */
export async function startAgent(deps: StartAgentDeps): Promise<Started<Agent>> {
  const { open, steps, channelsOf, onBroken } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  steps.again();
  steps.start("tools");
  const agent = await open((step) => steps.start(step));
  steps.start("plugins");
  const extending = agent.plugins.run(signal);
  steps.start("mcp");
  const connecting = agent.mcp.run(signal);
  // Before anything runs that could fail while this is waited for.
  const channels = await channelsOf(agent);
  steps.start("tool-index");
  const indexing = agent.indexTools(signal);
  steps.start("knowledge-index");
  const serving = agent.core.serve(channels, signal);

  const running = Promise.all([extending, connecting, indexing, serving]);
  running.catch((error: unknown) => {
    if (!signal.aborted) onBroken(error);
  });
  return {
    part: agent,
    async stop() {
      stopping.abort();
      await using held = new AsyncDisposableStack();
      held.use(agent);
      await running;
    },
  };
}
