import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TON_WALLET, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { bidAmount, domain } from "./params.ts";

/** Opens the auction of a domain that nobody has, once a call. */
export const dnsStartAuction = declareTool({
  name: "dns_start_auction",
  summary:
    "Start the auction of a free .ton domain, to register or buy it, by paying the first bid from your own " +
    "wallet. Check with dns_check that it is free and what it costs. For an auction that is already running, use " +
    "dns_bid.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "open bidding for greenhouse.ton with 12 ton",
    "nobody has nordlicht.ton, get it going at the minimum price",
    "register mytaxi-app.ton for me, first bid 1.5",
    "I want ourband.ton, it's free, go for it",
    "kick off the sale of picnic.ton at 6 TON",
    "Lance la vente aux enchères de lavande.ton avec 10 TON",
    "Avvia l'asta per gelato.ton partendo da 20 TON",
    "Eröffne die Auktion für bergsteiger.ton mit 5 TON",
    "kahveci.ton için açık artırmayı 10 TON ile başlat",
    "Запусти аукціон на barvinok.ton зі ставкою 6 TON",
  ],
  params: z.object({
    domain: domain("The free .ton domain"),
    amount: bidAmount("The first bid"),
  }),

  spends: ({ amount }) => ({ asset: "TON", amount }),

  confirm: ({ domain: name, amount }, { language }) =>
    texts(language).questions.dns.startAuction({ domain: name, amount }),
});
