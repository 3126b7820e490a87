import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { RpcResponse, RpcRequest } from "../rpc-thread.ts";
import { createPassageFinder } from "./passage-finder.ts";
import type { SearchAnswer, SearchQuestion } from "./open-search.ts";
import { packCandidates } from "./codes/pack-candidates.ts";

const db = new DatabaseSync(String(workerData), { readOnly: true });
db.exec(`
  pragma busy_timeout = 5000;
  pragma mmap_size = 17179869184;
  pragma cache_size = -32768;
`);
const finder = createPassageFinder(db);
parentPort?.on("message", (asked: RpcRequest<SearchQuestion>) => {
  const answered = answer(asked);
  const isFound = "value" in answered && answered.value.type === "find";
  // Handed over, not copied.
  parentPort?.postMessage(answered, isFound ? [answered.value.found.numbers.buffer] : []);
});
// Questions that came meanwhile are answered after it.
finder.warmUp();

/** Answers a search. A failed search gets an answer, too, so that the thread survives. */
function answer({ number, question }: RpcRequest<SearchQuestion>): RpcResponse<SearchAnswer> {
  try {
    return { number, value: look(question) };
  } catch (error) {
    return { number, error: String(error) };
  }
}

function look(question: SearchQuestion): SearchAnswer {
  if (question.type === "audit") return { type: "audit", audit: finder.audit(question.sample) };
  return { type: "find", found: packCandidates(finder.find(question.query)) };
}
