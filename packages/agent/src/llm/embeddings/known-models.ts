import { parseDollars } from "../parse-dollars.ts";

/** Provider of embeddings, with its known models. */
export interface EmbeddingProvider {
  readonly baseUrl: string;
  /** Environment variable with its key. */
  readonly keyVariable: string;
  /** Default model. */
  readonly model: string;
  readonly models: ReadonlyMap<string, KnownModel>;
}

export interface KnownModel {
  /** Number of dimensions unless fewer are requested. */
  readonly dims: number;
  /** Billionths of a dollar for a million tokens. */
  readonly price: bigint;
}

/** OpenAI itself; other servers of its protocol are set by base URL. */
export const OPENAI: EmbeddingProvider = {
  baseUrl: "https://api.openai.com/v1",
  keyVariable: "OPENAI_API_KEY",
  model: "text-embedding-3-small",
  models: new Map([
    ["text-embedding-3-small", known(1536, "0.02")],
    ["text-embedding-3-large", known(3072, "0.13")],
    ["text-embedding-ada-002", known(1536, "0.10")],
  ]),
};

/** https://docs.voyageai.com/docs/embeddings */
export const VOYAGE: EmbeddingProvider = {
  baseUrl: "https://api.voyageai.com/v1",
  keyVariable: "VOYAGE_API_KEY",
  model: "voyage-4",
  models: new Map([
    ["voyage-4-large", known(1024, "0.12")],
    ["voyage-4", known(1024, "0.06")],
    ["voyage-4-lite", known(1024, "0.02")],
    ["voyage-3-large", known(1024, "0.18")],
    ["voyage-3.5", known(1024, "0.06")],
    ["voyage-3.5-lite", known(1024, "0.02")],
    ["voyage-code-3", known(1024, "0.18")],
    ["voyage-finance-2", known(1024, "0.12")],
    ["voyage-law-2", known(1024, "0.12")],
  ]),
};

function known(dims: number, dollars: string): KnownModel {
  return { dims, price: parseDollars(dollars) };
}
