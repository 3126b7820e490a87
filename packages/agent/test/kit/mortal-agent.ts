import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Delivered,
  type ScriptedChannel,
  scriptedChannel,
} from "../../src/channels/testing/scripted-channel.ts";
import { attempt } from "../../src/kernel/attempt.ts";
import type { Channel } from "../../src/channels/kit/channel.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "./start-agent.ts";

/** An agent that can die as a killed process does, and live again in the same home. */
export interface MortalAgent extends AsyncDisposable {
  /** The present life. */
  readonly agent: RunningAgent;
  readonly messenger: ScriptedChannel;
  /** Parts that arrived in all lives; the messenger knows repeated ones. */
  readonly delivered: () => readonly Delivered[];
  /** Whether it stores nothing any more. */
  readonly isDead: boolean;
  /** Lets it store so much more; from then on it stores and sends nothing. */
  dieAfter(commits: number): void;
  /** Ends the present life where it has not ended, and begins the next. */
  restart(): Promise<void>;
}

interface Life {
  readonly agent: RunningAgent;
  readonly messenger: ScriptedChannel;
  readonly isDead: () => boolean;
  dieAfter(commits: number): void;
}

type LifeOptions = Omit<AgentOptions, "channels" | "home" | "refuseCommit">;

/** `optionsOf` is called for each life. */
export async function startMortalAgent(optionsOf: () => LifeOptions): Promise<MortalAgent> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-mortal-"));
  const lives: Life[] = [await live(home, optionsOf())];
  const present = () => {
    const life = lives.at(-1);
    if (!life) throw new Error("it was never born");
    return life;
  };
  return {
    get agent() {
      return present().agent;
    },
    get messenger() {
      return present().messenger;
    },
    get isDead() {
      return present().isDead();
    },
    delivered() {
      const all = lives.flatMap(({ messenger }) => messenger.delivered);
      return [...new Map(all.toReversed().map((one) => [one.clientId, one])).values()].toReversed();
    },
    dieAfter: (commits) => present().dieAfter(commits),
    async restart() {
      const life = present();
      const { agent } = life;
      life.dieAfter(0);
      const ended = await attempt(agent.stop());
      if (ended.status === "rejected" && ended.reason !== DEATH) throw ended.reason;
      await agent.store[Symbol.asyncDispose]();
      lives.push(await live(home, optionsOf()));
    },
    async [Symbol.asyncDispose]() {
      await present().agent[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

const DEATH = new Error("the process is dead");

async function live(home: string, options: LifeOptions): Promise<Life> {
  let commits = Number.POSITIVE_INFINITY;
  const messenger = scriptedChannel();
  const listening = Promise.withResolvers<void>();
  const agent = await startAgent({
    ...options,
    home,
    channels: [
      reachable(messenger, { isAlive: () => commits > 0, onListening: listening.resolve }),
    ],
    refuseCommit() {
      if (commits === 0) return DEATH;
      commits -= 1;
      return undefined;
    },
  });
  // It dies at work, not at its start.
  await listening.promise;
  return {
    agent,
    messenger,
    isDead: () => commits === 0,
    dieAfter: (more) => {
      commits = Math.min(commits, more);
    },
  };
}

/** A messenger that a dead process reaches no more. */
function reachable(
  messenger: ScriptedChannel,
  { isAlive, onListening }: { readonly isAlive: () => boolean; readonly onListening: () => void },
): Channel {
  const { push } = messenger;
  if (!push) return messenger;
  return {
    ...messenger,
    async listen(...given) {
      onListening();
      return messenger.listen(...given);
    },
    push: {
      ...push,
      async deliver(...sent) {
        if (!isAlive()) throw DEATH;
        return push.deliver(...sent);
      },
    },
  };
}
