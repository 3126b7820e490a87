import { Fault } from "@reeve/sdk";
import type { WebhookParts } from "../core-parts.ts";

/** For agents whose events nobody hears: every address is refused. */
export const noWebhooks: WebhookParts = {
  client: {
    check: async (url) => refuse(url),
    post: async ({ url }) => refuse(url),
  },
  newSecret: () => "whsec_",
  random: () => 0,
};

function refuse(url: string): never {
  throw new Fault("denied", `${url} is not reached from here.`);
}
