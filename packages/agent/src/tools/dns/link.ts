import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { recipient, TON_WALLET, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { domain } from "./params.ts";

/** Makes a domain lead to a wallet. Doing it twice leaves the same. */
export const dnsLink = declareTool({
  name: "dns_link",
  summary:
    "Link a .ton domain that you own to a wallet: set its wallet record, so that people " +
    "can send payments to the name. Costs a small network fee. To remove the record, use " +
    "dns_unlink; for a website, use dns_set_site.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "make lena.ton lead to your account",
    "point harbor.ton at UQCe…",
    "set the record of my domain driftwood.ton to the new cold wallet",
    "people should be able to pay me at tomas.ton, hook it up",
    "bind quill.ton to this address",
    "اربط النطاق nour.ton بمحفظتي",
    "把 bamboo.ton 指向我的钱包地址",
    "Verknüpfe hafen.ton mit meiner neuen Wallet",
    "Fais pointer soleil.ton vers cette adresse",
    "Прив'яжи veselka.ton до мого гаманця",
  ],
  params: z.object({
    domain: domain("The .ton domain, which you own"),
    walletAddress: recipient(
      "The wallet that the domain points to (omit it for your own wallet)",
    ).optional(),
  }),

  confirm: ({ domain: name, walletAddress: wallet }, { language }) =>
    texts(language).questions.dns.link({ domain: name, wallet }),
});
