import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { quoted } from "../quoted.ts";
import { dealId, DEALS } from "./params.ts";

/** Completes a deal whose other side has paid, once a deal. */
export const dealVerifyPayment = declareTool({
  name: "deal_verify_payment",
  summary:
    "Verify that the other side of an accepted deal has paid or sent its gift and, if so, send your side: " +
    "this completes the deal and spends money. To only check a deal, use deal_status; for payments outside deals, " +
    "ton_verify_payment.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: DEALS,
  utterances: [
    "he says he paid for deal d-90, check and release our side",
    "did the gift for trade 2b7 arrive? then send him the TON",
    "complete the exchange with @gleb, money should be there",
    "d-33 should be settled by now, confirm and pay out",
    "finish the swap now that she transferred",
    "Prüf, ob das Geld für Deal d-70 da ist, und gib unseren Teil frei",
    "Confirma o pagamento do negócio d-12 e envia a nossa parte",
    "d-27 için ödeme geldiyse bizim tarafı gönder",
    "对方说已经付款了,核实后完成交易 d-56",
    "verifica si pagó lo del trato d-61 y entrégale el regalo",
  ],
  params: z.object({ dealId: dealId() }),

  confirm: ({ dealId: id }, { language }) =>
    texts(language).questions.deals.verifyPayment({ deal: quoted(id) }),
});
