import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TON_NETWORK } from "../chain-params.ts";
import { domain } from "./params.ts";

/** Tells whether a domain can be had, and for how much. */
export const dnsCheck = declareTool({
  name: "dns_check",
  summary:
    "Check whether a .ton domain is free (available, with an estimate of its price), in auction (with the " +
    "highest bid) or already owned. For the wallet behind a domain, use dns_resolve.",
  effect: "read",
  sensitiveArguments: { domain: "query" },
  scope: "always",
  access: "anyone",
  requires: TON_NETWORK,
  utterances: [
    "could I still get marta.ton?",
    "is coffee-berlin.ton taken, and what would it cost",
    "I'd like a name for my bakery, see if sunnybread.ton is free",
    "has someone put money on pixel.ton already",
    "availability of ourclub.ton",
    "yildiz.ton adresi boşta mı?",
    "Est-ce que le nom boulangerie.ton est encore libre ?",
    "Quanto costerebbe prendere vespa.ton?",
    "panda.ton 有人注册了吗",
    "mira si alguien ya tiene guitarra.ton",
    "czy nazwa zielonyogrod.ton jest jeszcze do wzięcia?",
  ],
  params: z.object({ domain: domain() }),
});
