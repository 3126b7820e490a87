import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TON_NETWORK } from "../chain-params.ts";

/** Lists the domains that can be bid on. */
export const dnsAuctions = declareTool({
  name: "dns_auctions",
  summary:
    "List the running auctions of .ton domains with their highest bid, number of bids and end. " +
    "For the state of one domain, use dns_check; to take part, use dns_bid.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: TON_NETWORK,
  utterances: [
    "what .ton names are under the hammer right now?",
    "any domain sales ending soon",
    "show me the names people are bidding on",
    "list 30 running auctions for ton domains",
    "which short names could I still fight for",
    "Jakie domeny .ton są teraz licytowane?",
    "ما هي مزادات نطاقات ton الجارية حالياً؟",
    "¿Qué dominios .ton se están subastando hoy?",
    "Какие домены .ton сейчас на аукционе?",
    "现在有哪些 .ton 域名在拍卖",
  ],
  params: z.object({ limit: limit("auctions", { max: 100, initial: 20 }) }),
});
