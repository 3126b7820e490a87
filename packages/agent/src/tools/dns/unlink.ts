import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TON_WALLET, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { domain } from "./params.ts";

/** Takes the wallet off a domain. Doing it twice leaves the same. */
export const dnsUnlink = declareTool({
  name: "dns_unlink",
  summary:
    "Unlink a .ton domain that you own from its wallet: remove its wallet record, so that payments to the " +
    "name no longer arrive. Costs a small network fee. To point it elsewhere, use dns_link.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "take the wallet off ember.ton",
    "lena.ton shouldn't lead to any address anymore",
    "clear the payment record on meadow.ton",
    "disconnect brook.ton from my account, I'm selling it",
    "unbind orchid.ton",
    "Scollega il portafoglio da limone.ton",
    "deniz.ton alan adından cüzdan kaydını kaldır",
    "quita la cartera asociada a montana.ton",
    "Отвяжи кошелёк от домена bereza.ton",
    "momiji.tonのウォレット登録を外して",
  ],
  params: z.object({ domain: domain("The .ton domain, which you own") }),

  confirm: ({ domain: name }, { language }) =>
    texts(language).questions.dns.unlink({ domain: name }),
});
