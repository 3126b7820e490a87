import { attempt } from "../../kernel/attempt.ts";
import type { EncoderAnswer } from "./local.ts";
import { openSentenceEncoder } from "./sentence-encoder.ts";

/** The program in which the model runs: gets the folder of the model, then texts, and returns vectors. */
const [folder = ""] = process.argv.slice(2);
const opening = attempt(openSentenceEncoder(folder));

// It ends with its owner.
process.once("disconnect", () => process.exit());
// Whatever else fails ends the process, and its owner hears of it.
process.on("message", (texts: readonly string[]) => void answer(texts));

async function answer(texts: readonly string[]): Promise<void> {
  const opened = await opening;
  if (opened.status === "rejected") return send({ failure: String(opened.reason) });
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await opened.value.encode(text));
  send({ vectors });
}

function send(message: EncoderAnswer): void {
  process.send?.(message);
}
