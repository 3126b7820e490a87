import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { asset } from "../chain-params.ts";
import { DEDUST } from "./params.ts";

/** Describes the vault in which DeDust keeps an asset. */
export const dedustVaultInfo = declareTool({
  name: "dedust_vault_info",
  summary:
    "Show the DeDust vault of TON or a jetton: its contract address and whether it exists yet. " +
    "For pools and their reserves, use dedust_pools.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: DEDUST,
  utterances: [
    "address of DeDust's TON vault",
    "is there a vault for NOT on dedust, and is it deployed",
    "which contract holds the USDT at DeDust",
    "state of the dedust vault for EQBn…",
    "before we trade, make sure DeDust keeps that jetton in a vault",
    "Яка адреса сховища (vault) USDT на DeDust?",
    "O cofre da DeDust para este jetton já existe?",
    "Qual è il vault di DeDust per NOT?",
    "DeDust'ta TON kasasının adresi nedir?",
    "Sprawdź, czy DeDust ma skarbiec dla tego tokena",
  ],
  params: z.object({ asset: asset("The asset of the vault") }),
});
