import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TON_WALLET, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { bidAmount, domain } from "./params.ts";

/** Bids on a domain whose auction runs, once a call. */
export const dnsBid = declareTool({
  name: "dns_bid",
  summary:
    "Place a bid on a .ton domain whose auction is running, paid from your own wallet: at least 5% above " +
    "the highest bid, which dns_check shows. For a domain that nobody owns yet, use dns_start_auction.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "put 55 TON on zebra.ton",
    "outbid the leader on studio.ton with 31 ton",
    "raise my offer for falcon.ton to 120",
    "I don't want to lose velvet.ton, go to 44 ton",
    "offer 18.9 for the name lantern.ton in the auction",
    "Dá um lance de 25 TON no domínio samba.ton",
    "kitsune.tonに40 TONで入札して",
    "Перебей ставку на volga.ton, дай 33 тона",
    "puja 15 TON por el dominio tango.ton",
    "Podbij ofertę na bursztyn.ton do 22 TON",
  ],
  params: z.object({
    domain: domain("The .ton domain in auction"),
    amount: bidAmount("The bid"),
  }),

  spends: ({ amount }) => ({ asset: "TON", amount }),

  confirm: ({ domain: name, amount }, { language }) =>
    texts(language).questions.dns.bid({ amount, domain: name }),
});
