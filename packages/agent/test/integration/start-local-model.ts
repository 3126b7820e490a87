import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { installLocalModel } from "./install-local-model.ts";

const PROGRAM = fileURLToPath(new URL("./serve-local-model.ts", import.meta.url));

/** A real model behind a server of its own on 127.0.0.1; disposing of it stops it and removes all of it. */
export interface LocalModel extends AsyncDisposable {
  readonly baseUrl: string;
  /** Returns the server's reports on the next `count` requests, in the order in which they ended. */
  ended(count: number): Promise<readonly EndedRequest[]>;
}

const endedRequest = z.object({
  temperature: z.number().optional(),
  maxTokens: z.number(),
  /** Names of the tools. */
  offered: z.array(z.string()),
  /** `closed`: the client left before the end of the response. */
  end: z.enum(["stop", "length", "tool_calls", "closed", "refused"]),
});

export type EndedRequest = z.output<typeof endedRequest>;

/** Installs the model into a folder of its own, and starts the server. */
export async function startLocalModel(): Promise<LocalModel> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-local-model-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const { library, weights } = await installLocalModel(folder);
  const child = spawn(process.execPath, [PROGRAM, library, weights], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  stack.defer(() => end(child));

  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error(`the model's server ended with ${child.exitCode}`);
    return value;
  };
  const baseUrl = await nextLine();
  const owned = stack.move();
  return {
    baseUrl,
    async ended(count) {
      const ended: EndedRequest[] = [];
      while (ended.length < count) ended.push(endedRequest.parse(JSON.parse(await nextLine())));
      return ended;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
