import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { jettonAddress, TON_NETWORK } from "../chain-params.ts";

/** Describes a jetton. */
export const jettonInfo = declareTool({
  name: "jetton_info",
  summary:
    "Describe a jetton (token on TON) by its contract: name, symbol, decimals, total " +
    "supply, issuer, number of holders. For its price, use jetton_price; for market " +
    "figures, use jetton_history; to find a jetton by name, use stonfi_search.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: TON_NETWORK,
  utterances: [
    "what kind of token is EQBl…, who issues it?",
    "total supply and decimals of NOT",
    "can more of this jetton still be minted? EQDr…",
    "tell me about the token behind this contract address",
    "symbol and full name for the coin at EQCx…",
    "C'est quoi ce jeton EQCv… ? Donne-moi son nom et son offre totale",
    "Sprawdź, co to za token pod tym adresem kontraktu",
    "Qual é o fornecimento total do token deste contrato?",
    "このジェトンの発行枚数とシンボルを調べて",
    "ما اسم هذه العملة وكم عدد وحداتها الكلي؟",
  ],
  params: z.object({ jettonAddress: jettonAddress() }),
});
