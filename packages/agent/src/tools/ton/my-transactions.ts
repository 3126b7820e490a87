import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TON_WALLET } from "../chain-params.ts";

/** Lists what went in and out of the agent's own wallet, the newest first. */
export const tonMyTransactions = declareTool({
  name: "ton_my_transactions",
  summary:
    "List the recent transactions of your own TON wallet: payments sent and received, with amounts and " +
    "comments. For any other address, use ton_get_transactions.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TON_WALLET,
  utterances: [
    "list what went in and out of your wallet recently",
    "what did you spend our TON on this week?",
    "show me your five latest payments",
    "who sent you coins yesterday?",
    "I want a statement of the agent's own account",
    "Fammi vedere gli ultimi movimenti del tuo portafoglio",
    "君のウォレットの最近の取引を見せて",
    "Wofür hast du zuletzt TON ausgegeben?",
    "Pokaż ostatnie operacje na swoim portfelu",
    "Какие платежи уходили с твоего кошелька за последние дни?",
  ],
  params: z.object({ limit: limit("transactions", { max: 50, initial: 10 }) }),
});
