import { writeFile } from "node:fs/promises";
import { createLocalEmbedder } from "../../packages/agent/src/llm/embeddings/local.ts";
import {
  encodeShippedVectors,
  keyOf,
  readShippedVectors,
  shippedVectorsFile,
} from "../../packages/agent/src/llm/embeddings/shipped-vectors.ts";
import { meaningTexts } from "../../packages/agent/src/tools/index/meaning-texts.ts";
import { type FoundTool, isDeclared } from "./find-tools.ts";

/**
 * Brings the vectors of the built-in tools' texts up to date: only texts that changed are embedded. In the
 * mode `check`, only the texts are compared, because vectors differ slightly between machines.
 */
export async function settleToolVectors(
  tools: readonly FoundTool[],
  mode: "check" | "write",
  file = shippedVectorsFile(),
): Promise<"fresh" | "stale" | "written"> {
  const texts = new Map(textsOf(tools).map((text) => [keyOf(text), text]));
  const known = await readShippedVectors(file);
  const missing = [...texts].filter(([key]) => !known.has(key));
  if (missing.length === 0 && known.size === texts.size) return "fresh";
  if (mode === "check") return "stale";

  await using embedder = createLocalEmbedder();
  const signal = AbortSignal.timeout(600_000);
  const wanted = missing.map(([, text]) => text);
  const vectors = await embedder.embed(wanted, { signal, purpose: "passage" });
  const added = missing.map(([key], at) => [key, vectors[at] ?? new Float32Array()] as const);
  const kept = [...known].filter(([key]) => texts.has(key));
  await writeFile(file, encodeShippedVectors(new Map([...kept, ...added])));
  return "written";
}

function textsOf(tools: readonly FoundTool[]): readonly string[] {
  return tools.flatMap(({ tool }) =>
    isDeclared(tool)
      ? []
      : [...meaningTexts(tool).map(({ text }) => text), ...(tool.utterances ?? [])],
  );
}
