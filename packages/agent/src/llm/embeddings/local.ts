import { Worker } from "node:worker_threads";
import { Fault } from "@reeve/sdk";
import type { Embedder } from "../embeddings.ts";
import { createEmbeddingJobs, type EmbeddingChunk } from "./embedding-jobs.ts";
import { LOCAL_MODEL, modelFolder } from "./model-folder.ts";
import { createNativeGate } from "./native-gate.ts";

/** Setup of the thread. Afterwards it receives texts and returns their vectors. */
export interface ThreadSetup {
  readonly folder: string;
  /** Memory of the gate around its native code. */
  readonly memory: SharedArrayBuffer;
}

/**
 * Creates an embedder with the model that comes with Reeve, in a separate thread. The thread starts
 * at the first use, keeps the process alive only while a caller waits, and ends with the embedder.
 * Queries overtake passages. Rejects with `unavailable` if the model does not run.
 */
export function createLocalEmbedder(folder: string = modelFolder()): Embedder {
  const jobs = createEmbeddingJobs();
  let thread: Thread | undefined;
  let chunk: EmbeddingChunk | undefined;
  /** Permanent failure; no further attempt is useful. */
  let end: Fault | undefined;

  const start = () => {
    let hasAnswered = false;
    return openThread(folder, {
      onAnswer(vectors) {
        hasAnswered = true;
        chunk?.settle(vectors);
        chunk = undefined;
        goOn();
      },
      onFailure(cause) {
        const fault = explainFailure(cause);
        if (!hasAnswered) end = fault;
        thread = undefined;
        chunk = undefined;
        jobs.fail(fault);
      },
    });
  };

  const goOn = () => {
    if (chunk) return;
    chunk = jobs.next();
    if (chunk) thread ??= start();
    thread?.ask(chunk?.texts);
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
      jobs.fail(end);
      await thread?.[Symbol.asyncDispose]();
    },
  };
}

interface Thread extends AsyncDisposable {
  /** Sends texts to the thread. With undefined, the process need not wait for it. */
  ask(texts: readonly string[] | undefined): void;
}

interface ThreadEvents {
  onAnswer(vectors: readonly Float32Array[]): void;
  onFailure(cause: Error): void;
}

function openThread(folder: string, events: ThreadEvents): Thread {
  // Unless this is set before it is loaded, the native runtime reports each use to its vendor. It
  // reads the variables of the process; those of a thread are copies.
  process.env["ORT_DISABLE_TELEMETRY"] = "1";
  const gate = createNativeGate();
  const setup: ThreadSetup = { folder, memory: gate.memory };
  const worker = new Worker(workerUrl(), { workerData: setup, name: "embeddings" });
  const close = () => gate.close();
  process.once("exit", close);
  worker.once("exit", () => process.off("exit", close));
  worker.on("message", (vectors: readonly Float32Array[]) => events.onAnswer(vectors));
  worker.on("error", (cause: Error) => events.onFailure(cause));

  return {
    ask(texts) {
      if (!texts) return worker.unref();
      worker.ref();
      worker.postMessage(texts);
    },
    async [Symbol.asyncDispose]() {
      gate.close();
      await worker.terminate();
    },
  };
}

function explainFailure(cause: Error): Fault {
  return new Fault("unavailable", `The local embedding model failed to start: ${cause.message}`, {
    hint: "Reinstall Reeve, or set embedding.provider. Until then, memory search matches keywords only.",
    cause,
  });
}

/** Beside this file, as TypeScript in development and as JavaScript in a package. */
function workerUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./local-thread.${extension}`, import.meta.url);
}
