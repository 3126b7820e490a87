import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { createConnection } from "./connection.ts";
import type { RpcResponse, RpcRequest } from "./rpc-thread.ts";
import type { ReaderQuestion } from "./reader.ts";

const db = new DatabaseSync(String(workerData), { readOnly: true });
db.exec("pragma busy_timeout = 5000");
const connection = createConnection(db);

parentPort?.on("message", (asked: RpcRequest<ReaderQuestion>) => {
  parentPort?.postMessage(answer(asked));
});

/** Answers a query. A failed query gets an answer, too, so that the thread survives. */
function answer({ number, question }: RpcRequest<ReaderQuestion>): RpcResponse<readonly unknown[]> {
  try {
    return { number, value: connection.execute<unknown>(question).rows };
  } catch (error) {
    return { number, error: String(error) };
  }
}
