import { readFile } from "node:fs/promises";
import path from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { normalizeVector } from "./normalize-vector.ts";

/** Turns texts, one at a time, into vectors of length 1. */
export interface SentenceEncoder {
  encode(text: string): Promise<Float32Array>;
}

/** Maximum number of tokens that the model was trained for. */
const MAX_TOKENS = 256;

/** No text with `MAX_TOKENS` words is longer; the rest need not be cut into words. */
const MAX_CHARS = 8192;

const OPTIONS: InferenceSession.SessionOptions = {
  // With a model of this size, more threads cost more than they gain.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  // Both would permanently hold as much memory as the longest text took, and are not measurably
  // faster.
  enableCpuMemArena: false,
  enableMemPattern: false,
};

/**
 * Loads a model from its folder: `tokenizer.json`, `tokenizer_config.json` and
 * `onnx/model_quantized.onnx`. Encoding blocks the thread. Texts are encoded one at a time: the
 * int8 arithmetic scales by the largest value of a batch, so a text's vector would depend on the
 * others.
 */
export async function openSentenceEncoder(folder: string): Promise<SentenceEncoder> {
  const readJson = async (name: string): Promise<object> =>
    JSON.parse(await readFile(path.join(folder, name), "utf8"));
  const tokenizer = new Tokenizer(
    await readJson("tokenizer.json"),
    await readJson("tokenizer_config.json"),
  );
  const session = await InferenceSession.create(
    path.join(folder, "onnx", "model_quantized.onnx"),
    OPTIONS,
  );

  return {
    async encode(text) {
      const ids = cutTokens(tokenizer.encode(text.slice(0, MAX_CHARS)).ids);
      const tokens = (value: (id: number) => bigint) =>
        new Tensor("int64", BigInt64Array.from(ids, value), [1, ids.length]);
      const { last_hidden_state: states } = await session.run({
        input_ids: tokens(BigInt),
        attention_mask: tokens(() => 1n),
        token_type_ids: tokens(() => 0n),
      });
      if (!(states?.data instanceof Float32Array))
        throw new Error(`The model in ${folder} has no last_hidden_state.`);
      return meanPool(states.data, ids.length);
    },
  };
}

/** The last token marks the end of the text, also of a cut one. */
function cutTokens(ids: readonly number[]): readonly number[] {
  if (ids.length <= MAX_TOKENS) return ids;
  return [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
}

/** The direction of the mean of `count` vectors that lie one behind the other. */
function meanPool(states: Float32Array, count: number): Float32Array {
  const dims = states.length / count;
  const sum = new Float32Array(dims);
  for (let at = 0; at < states.length; at += dims)
    for (let dim = 0; dim < dims; dim++) sum[dim] = (sum[dim] ?? 0) + (states[at + dim] ?? 0);
  return normalizeVector(sum) ?? sum;
}
