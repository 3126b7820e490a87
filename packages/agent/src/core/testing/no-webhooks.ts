import { Fault } from "@reeve/sdk";
import type { WebhookDeps } from "../core-deps.ts";

/** For agents whose events nobody hears: every address is refused. */
export const noWebhooks: WebhookDeps = {
  client: {
    check: async (url) => refuse(url),
    post: async ({ url }) => refuse(url),
  },
  newSecret: () => "whsec_",
  random: () => 0,
};

function refuse(url: string): never {
  throw new Fault("denied", `${url} cannot be reached from here.`);
}
