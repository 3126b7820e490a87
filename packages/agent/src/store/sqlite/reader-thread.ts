import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { createConnection } from "./connection.ts";
import type { ReaderAnswer, ReaderQuestion } from "./reader.ts";

const db = new DatabaseSync(String(workerData), { readOnly: true });
db.exec("pragma busy_timeout = 5000");
const connection = createConnection(db);

parentPort?.on("message", (question: ReaderQuestion) => {
  parentPort?.postMessage(answer(question));
});

/** A query that fails is answered, so that the thread lives on. */
function answer({ question, sql, parameters }: ReaderQuestion): ReaderAnswer {
  try {
    const { rows } = connection.execute<unknown>({ sql, parameters });
    return { question, rows };
  } catch (error) {
    return { question, error: String(error) };
  }
}
