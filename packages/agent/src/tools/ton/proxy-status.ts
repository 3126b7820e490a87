import { declareTool } from "@reeve/sdk";
import { z } from "zod";

/** Tells whether the local proxy for TON Sites runs. */
export const tonProxyStatus = declareTool({
  name: "ton_proxy_status",
  summary:
    "Check whether the local TON proxy (Tonutils-Proxy), which opens TON Sites at .ton addresses, is " +
    "running, and report its port and process id.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: "Tonutils-Proxy",
  utterances: [
    "is the TON proxy up?",
    "on which port does tonutils listen",
    "why won't .ton sites open, is the gateway dead?",
    "pid of the local gateway for ton sites",
    "make sure we can browse TON Sites from this machine",
    "Чи працює зараз TON-проксі?",
    "هل يعمل وكيل TON الآن وعلى أي منفذ؟",
    "Läuft der Tonutils-Proxy noch?",
    "На каком порту висит тон-прокси?",
    "TONプロキシは動いてる?",
    "o proxy da TON está ligado?",
  ],
  params: z.object({}),
});
