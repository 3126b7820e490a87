import { Worker } from "node:worker_threads";
import { Fault } from "@reeve/sdk";

/** A question as the thread gets it; its answer has the same number. */
export interface RpcRequest<Question> {
  readonly number: number;
  readonly question: Question;
}

/** Response of the thread. */
export type RpcResponse<Value> =
  | { readonly number: number; readonly value: Value }
  | { readonly number: number; readonly error: string };

/** Answers questions of one kind, one after the other. */
export interface RpcThread<Question, Value> extends AsyncDisposable {
  /** Rejects when the question fails, when the thread dies, and with `aborted` once it is closed. */
  ask(question: Question): Promise<Value>;
}

export interface RpcThreadOptions {
  /** Idle time in milliseconds after which the thread ends; the next request starts it again. Default: never. */
  readonly idleMs?: number;
}

/**
 * Creates a thread that starts with the first request, and again after it died. It gets the database's file
 * and keeps the process alive only while a caller waits.
 */
export function createAskedThread<Question, Value>(
  code: URL,
  file: string,
  { idleMs }: RpcThreadOptions = {},
): RpcThread<Question, Value> {
  const open = new Map<number, PromiseWithResolvers<Value>>();
  let questions = 0;
  let worker: Worker | undefined;
  let isClosed = false;
  let resting: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const endIdle = () => {
    ended = worker?.terminate() ?? ended;
    worker = undefined;
  };

  const rest = () => {
    worker?.unref();
    if (idleMs !== undefined) resting = setTimeout(endIdle, idleMs).unref();
  };

  const failAll = (reason: unknown) => {
    for (const promise of open.values()) promise.reject(reason);
    open.clear();
  };

  const start = () => {
    const started = new Worker(code, { workerData: file });
    started.unref();
    started.on("message", (answer: RpcResponse<Value>) => {
      const promise = open.get(answer.number);
      open.delete(answer.number);
      if (open.size === 0) rest();
      if ("value" in answer) promise?.resolve(answer.value);
      else promise?.reject(new Error(answer.error));
    });
    started.on("error", (error) => {
      worker = undefined;
      failAll(error);
    });
    return started;
  };

  return {
    async ask(question) {
      if (isClosed) throw closed();
      clearTimeout(resting);
      worker ??= start();
      const asked: RpcRequest<Question> = { number: ++questions, question };
      const promise = Promise.withResolvers<Value>();
      open.set(asked.number, promise);
      worker.ref();
      worker.postMessage(asked);
      return promise.promise;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      // A native query blocks the thread until it ends; its caller need not wait.
      failAll(closed());
      clearTimeout(resting);
      await worker?.terminate();
      await ended;
    },
  };
}

function closed(): Fault {
  return new Fault("aborted", "The database was closed before the query ended.");
}
