import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TON_NETWORK } from "../chain-params.ts";

/** Tells who owns a domain, and where it leads. */
export const dnsResolve = declareTool({
  name: "dns_resolve",
  summary:
    "Resolve a .ton domain or a t.me name on TON: its owner, its NFT and the wallet address it points to. " +
    "Use it before sending to a name. To see whether a domain can be bought, use dns_check.",
  effect: "read",
  sensitiveArguments: { domain: "query" },
  scope: "always",
  access: "anyone",
  requires: TON_NETWORK,
  utterances: [
    "who is behind stargazer.ton",
    "which wallet does lena.ton lead to",
    "get me the address for max-mustermann.ton",
    "what's the NFT of the domain rocket.ton",
    "I only know his name is boris.ton, where do his coins go?",
    "Welche Wallet steckt hinter wolke.ton?",
    "Кому принадлежит домен sever.ton?",
    "Para que carteira aponta o domínio praia.ton?",
    "Яка адреса гаманця записана за kalyna.ton?",
    "sakura.tonの所有者とアドレスを調べて",
  ],
  params: z.object({
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(
        /^([\da-z_-]{1,126}\.)+(ton|t\.me)$/,
        "a domain ends in .ton or .t.me, such as alice.ton",
      )
      .describe('Domain, with its ending, such as "alice.ton", "shop.alice.ton" or "bob.t.me".'),
  }),
});
