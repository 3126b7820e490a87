import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit } from "../chain-params.ts";
import { STONFI } from "./params.ts";

/** Finds tokens by name or ticker. */
export const stonfiSearch = declareTool({
  name: "stonfi_search",
  summary:
    "Search the tokens (jettons) on STON.fi by name or ticker symbol, to find the contract address that " +
    "other tools need. Several tokens can share a ticker, so show the person which one it is.",
  effect: "read",
  sensitiveArguments: { query: "query" },
  scope: "always",
  access: "anyone",
  requires: STONFI,
  utterances: [
    "find the contract of NOT on ston.fi",
    "which coin is called 'hamster' over at ston",
    "look up the jetton address for USDT so we can trade it",
    "is Resistance Dog listed on that exchange",
    "what's the ticker and address of that cat token, catizen or so",
    "Найди на ston.fi токен с тикером CATI",
    "Cerca l'indirizzo del token DOGS su STON",
    "Знайди адресу жетона USDT на стоні",
    "Trouve-moi le contrat du jeton NOT sur STON.fi",
    "STON.fiで「GRAM」という名前のトークンを探して",
  ],
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('Name or ticker, or part of it, such as "notcoin".'),
    limit: limit("tokens", { max: 50, initial: 10 }),
  }),
});
