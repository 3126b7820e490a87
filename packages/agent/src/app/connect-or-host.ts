import { isFault } from "@reeve/sdk";
import { connectFrames } from "../channels/cli/connect.ts";
import type { FrameClient } from "../channels/cli/frame-client.ts";
import type { OpenHome } from "./open-home.ts";

export interface HostSetup extends Omit<OpenHome, typeof Symbol.dispose> {
  readonly version: string;
  /** Ends the agent, if this process hosts it, and all connections. */
  readonly signal: AbortSignal;
}

export interface Host {
  /**
   * Connects to the agent of the home. Where none runs, this process takes the
   * home's lock and becomes it; of several that try, one does and the others connect.
   */
  readonly connect: () => Promise<FrameClient>;
  /** Whether the agent runs in this process. */
  readonly isHosting: boolean;
  /** Resolves when the agent that this process hosted has ended; rejects with what ended it. */
  closed(): Promise<void>;
}

export function createHost(setup: HostSetup): Host {
  const { home, signal } = setup;
  let hosted: Promise<unknown> | undefined;

  /** Resolves when this process listens, or when another one was faster. */
  const host = async (): Promise<void> => {
    const ready = Promise.withResolvers<void>();
    const { runApp } = await import("./app.ts");
    const running = runApp({ ...setup, onReady: ready.resolve });
    const ended = running.finally(() => {
      if (hosted === ended) hosted = undefined;
    });
    hosted = ended;
    await Promise.race([ready.promise, ended]);
  };

  return {
    async connect() {
      for (;;) {
        const client = await connectIfThere(home.socket, signal);
        if (client) return client;
        signal.throwIfAborted();
        await host();
      }
    },
    get isHosting() {
      return hosted !== undefined;
    },
    async closed() {
      await hosted;
    },
  };
}

/** Undefined when nobody listens. */
export async function connectIfThere(
  socket: string,
  signal: AbortSignal,
): Promise<FrameClient | undefined> {
  return connectFrames(socket, { signal }).catch((error: unknown) => {
    if (isFault(error) && error.code === "unavailable") return undefined;
    throw error;
  });
}
