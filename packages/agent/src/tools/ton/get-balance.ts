import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TON_WALLET } from "../chain-params.ts";

/** Tells how much TON the agent's own wallet holds. */
export const tonGetBalance = declareTool({
  name: "ton_get_balance",
  summary:
    "Check the TON balance of your own wallet: how much there is to spend. " +
    "For tokens such as USDT, use jetton_balances; for payments sent and received, use ton_my_transactions.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TON_WALLET,
  utterances: [
    "how many toncoins are left in your wallet after yesterday",
    "is there enough in the wallet to cover a 15 TON payment?",
    "check our funds before we bid on anything",
    "what's your stack in TON right now",
    "are we broke?",
    "Wie viel TON liegt gerade auf deinem Konto?",
    "quanto saldo em TON te sobra?",
    "Ile TONów zostało ci w portfelu po wczorajszych zakupach?",
    "Cüzdanında kaç TON kaldı, 20'lik ödemeye yeter mi?",
    "Сколько тонов у тебя осталось на кошельке?",
  ],
  params: z.object({}),
});
