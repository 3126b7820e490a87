import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Fault } from "@reeve/sdk";
import type { Embedder } from "../embeddings.ts";
import { createEmbeddingJobs, type EmbeddingChunk } from "./embedding-jobs.ts";
import { LOCAL_MODEL, modelFolder } from "./model-folder.ts";

/** Result of the process for some texts. */
export type EncoderAnswer =
  | { readonly vectors: readonly Float32Array[] }
  | { readonly failure: string };

export interface LocalEmbedderOptions {
  /** Folder of the model. */
  readonly folder?: string;
  /** How long the model stays in memory without work, in milliseconds. */
  readonly idleMs?: number;
}

/** A model takes a hundred megabytes, and a third of a CPU second to load. */
const IDLE_MS = 60_000;

/**
 * Creates an embedder with the model that comes with Reeve, in a process of its own, which leaves no
 * memory behind. It starts at the first use, keeps ours alive only while a caller waits, and ends after
 * a quiet minute and with the embedder. Queries overtake passages. Rejects with `unavailable` if the
 * model does not run.
 */
export function createLocalEmbedder({
  folder = modelFolder(),
  idleMs = IDLE_MS,
}: LocalEmbedderOptions = {}): Embedder {
  const jobs = createEmbeddingJobs();
  let encoder: Encoder | undefined;
  let chunk: EmbeddingChunk | undefined;
  let resting: NodeJS.Timeout | undefined;
  /** Permanent failure; no further attempt is useful. */
  let end: Fault | undefined;

  const start = () => {
    let hasAnswered = false;
    const started = openEncoder(folder, {
      onAnswer(vectors) {
        hasAnswered = true;
        chunk?.settle(vectors);
        chunk = undefined;
        goOn();
      },
      onFailure(reason) {
        if (encoder !== started) return;
        const fault = explainFailure(reason);
        if (!hasAnswered) end = fault;
        stop();
        chunk = undefined;
        jobs.fail(fault);
      },
    });
    return started;
  };

  const stop = () => {
    const stopped = encoder;
    encoder = undefined;
    return stopped?.[Symbol.asyncDispose]();
  };

  const goOn = () => {
    if (chunk) return;
    clearTimeout(resting);
    chunk = jobs.next();
    if (chunk) encoder ??= start();
    else resting = setTimeout(() => void stop(), idleMs).unref();
    encoder?.ask(chunk?.texts);
  };

  return {
    id: `local/${LOCAL_MODEL.name}`,
    dims: LOCAL_MODEL.dims,
    hasPurposes: false,
    async embed(texts, options) {
      if (end) throw end;
      const vectors = jobs.add(texts, options);
      goOn();
      return vectors;
    },
    async [Symbol.asyncDispose]() {
      end = new Fault("aborted", "The embedder was closed.");
      clearTimeout(resting);
      jobs.fail(end);
      await stop();
    },
  };
}

interface Encoder extends AsyncDisposable {
  /** Sends texts to the process. With undefined, ours need not wait for it. */
  ask(texts: readonly string[] | undefined): void;
}

interface EncoderEvents {
  onAnswer(vectors: readonly Float32Array[]): void;
  onFailure(reason: string): void;
}

function openEncoder(folder: string, events: EncoderEvents): Encoder {
  const child = fork(processUrl(), [folder], {
    serialization: "advanced",
    // Ctrl-C is for the agent, which ends it.
    detached: true,
    execArgv: [],
    // Unless this is set, the native runtime reports each use to its vendor.
    env: { ...process.env, ORT_DISABLE_TELEMETRY: "1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.on("message", (answer: EncoderAnswer) => {
    if ("vectors" in answer) events.onAnswer(answer.vectors);
    else events.onFailure(answer.failure);
  });
  child.on("error", (cause) => events.onFailure(cause.message));
  const ended = once(child, "exit");
  void ended.then(
    ([code, signal]) => events.onFailure(`its process ended with ${signal ?? code}`),
    () => undefined,
  );

  return {
    ask(texts) {
      hold(child, texts !== undefined);
      if (texts) child.send(texts);
    },
    async [Symbol.asyncDispose]() {
      hold(child, true);
      child.kill("SIGKILL");
      if (child.pid !== undefined) await ended;
    },
  };
}

/** Decides whether our process stays alive for the other one. */
function hold(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) child.ref();
  else child.unref();
  if (isNeeded) child.channel?.ref();
  else child.channel?.unref();
}

function explainFailure(reason: string): Fault {
  return new Fault("unavailable", `The local embedding model failed to start: ${reason}`, {
    hint: "Reinstall Reeve, or set embedding.provider. Until then, memory search matches keywords only.",
  });
}

/** Beside this file, as TypeScript in development and as JavaScript in a build. */
function processUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./embedding-process.${extension}`, import.meta.url);
}
