import { pathToFileURL } from "node:url";
import { z } from "zod";
import { isRecord } from "../../src/kernel/text/json.ts";

interface LlamaOptions {
  readonly gpu: false;
  readonly build: "never";
  readonly logLevel: "error";
  readonly maxThreads: number;
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<LoadedModel>;
}

/** Parts used of node-llama-cpp, which the project does not depend on. */
export interface LlamaLibrary {
  readonly getLlama: (options: LlamaOptions) => Promise<Llama>;
  readonly LlamaCompletion: new (options: { contextSequence: unknown }) => Completion;
  readonly LlamaJsonSchemaGrammar: new (llama: Llama, schema: object) => object;
}

interface LoadedModel {
  createContext(options: { contextSize: number; threads: number }): Promise<{
    getSequence(): unknown;
  }>;
  tokenize(text: string): { readonly length: number };
}

interface Completion {
  generateCompletionWithMeta(
    prompt: string,
    options: {
      readonly maxTokens: number;
      readonly temperature: number;
      readonly grammar?: object;
      readonly signal: AbortSignal;
      readonly stopOnAbortSignal: true;
      readonly customStopTriggers?: readonly string[];
      onToken(tokens: { readonly length: number }): void;
      onTextChunk(chunk: string): void;
    },
  ): Promise<{ readonly metadata: { readonly stopReason: string } }>;
}

const library = z.custom<LlamaLibrary>((module) => isRecord(module) && "getLlama" in module);

/** Imports the module at a path; rejects when it is another one. */
export async function loadLlamaLibrary(modulePath: string): Promise<LlamaLibrary> {
  return library.parse(await import(pathToFileURL(modulePath).href));
}
