import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TON_WALLET, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { domain } from "./params.ts";

/** Makes a domain open a TON Site. Doing it twice leaves the same. */
export const dnsSetSite = declareTool({
  name: "dns_set_site",
  summary:
    "Set the website of a .ton domain that you own: its TON Site record, which is the ADNL " +
    "address that visitors reach. Costs a small network fee. For the wallet behind the " +
    "name, use dns_link.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "host my page at atelier.ton, adnl 5f0c…",
    "visitors of bookshop.ton should reach this ADNL: 91ab…",
    "update the site record of my name canvas.ton",
    "make prairie.ton open our TON Site",
    "connect the website to quartz.ton",
    "Ustaw stronę TON Site dla domeny kwiaty.ton",
    "Liga o meu site ADNL ao domínio azulejo.ton",
    "Trag bei werkstatt.ton die ADNL-Adresse meiner Seite ein",
    "给 lantern-shop.ton 设置网站的 ADNL 地址",
    "اجعل النطاق zaytoun.ton يفتح موقعي",
  ],
  params: z.object({
    domain: domain("The .ton domain, which you own"),
    adnlAddress: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[\da-f]{64}$/, "an ADNL address has 64 hex digits")
      .describe("The ADNL address of the TON Site, in 64 hex digits."),
  }),

  confirm: ({ domain: name, adnlAddress: adnl }, { language }) =>
    texts(language).questions.dns.setSite({ domain: name, adnl }),
});
