import { parentPort, workerData } from "node:worker_threads";
import type { ThreadSetup } from "./local.ts";
import { createNativeGate } from "./native-gate.ts";

const { folder, memory }: ThreadSetup = workerData;
const gate = createNativeGate(memory);
const encoder = await gate.run(async () => {
  // Loading native code is being in it.
  const { openSentenceEncoder } = await import("./sentence-encoder.ts");
  return openSentenceEncoder(folder);
});

// Whatever fails ends the thread, and its owner hears of it.
parentPort?.on("message", (texts: readonly string[]) => void answer(texts));

async function answer(texts: readonly string[]): Promise<void> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const vector = await gate.run(async () => encoder?.encode(text));
    if (!vector) return;
    vectors.push(vector);
  }
  parentPort?.postMessage(vectors);
}
