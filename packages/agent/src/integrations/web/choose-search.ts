import type { WebSearch } from "@reeve/sdk";
import type { WebConfig } from "../web.ts";
import { createBrave } from "./brave.ts";
import { createSearxng } from "./searxng.ts";
import { createTavily } from "./tavily.ts";

/** Long enough for a slow engine, and shorter than a call may take. */
const TIMEOUT_MS = 15_000;

/** The search engine that the config names; undefined where it names none. */
export function chooseSearch({
  searchProvider,
  apiKey,
  searxngUrl,
}: WebConfig): WebSearch | undefined {
  const timeoutMs = TIMEOUT_MS;
  switch (searchProvider) {
    case "tavily":
      return apiKey && createTavily({ apiKey, timeoutMs });
    case "brave":
      return apiKey && createBrave({ apiKey, timeoutMs });
    case "searxng":
      return searxngUrl === undefined ? undefined : createSearxng({ url: searxngUrl, timeoutMs });
    case "none":
      return undefined;
  }
}
