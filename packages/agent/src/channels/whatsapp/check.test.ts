import { expect, test } from "vitest";
import {
  ACCESS_TOKEN,
  PHONE_NUMBER_ID,
  startWhatsAppGraph,
} from "../../../test/kit/whatsapp/whatsapp-graph.ts";
import { configureChannel } from "../kit/manifest.ts";
import { manifest } from "./manifest.ts";

function check(whatsapp: object, publicUrl?: string) {
  return configureChannel(manifest, manifest.config.parse(whatsapp)).check({
    publicUrl,
    allowedHosts: [],
  });
}

test("WhatsApp is looked at as far as it is set up", async () => {
  await using graph = await startWhatsAppGraph();
  const whole = {
    phoneNumberId: PHONE_NUMBER_ID,
    accessToken: ACCESS_TOKEN,
    appSecret: "s",
    verifyToken: "v",
    owners: ["+49 151 12345678"],
    baseUrl: graph.url,
  };
  const url = "https://reeve.example.org";

  expect([
    await check({}),
    await check({ phoneNumberId: PHONE_NUMBER_ID, appSecret: "s" }),
    await check({ ...whole, accessToken: "wrong" }, url),
    await check(whole),
    await check({ ...whole, owners: [] }, url),
    await check(whole, url),
  ]).toEqual([
    { state: "ok", message: "not set up" },
    {
      state: "problem",
      message: "not set: channels.whatsapp.accessToken, channels.whatsapp.verifyToken",
    },
    {
      state: "problem",
      message:
        "WhatsApp refused to show the number: Invalid OAuth access token (190) Create a new token for a system user and set it: reeve config set channels.whatsapp.accessToken",
    },
    {
      state: "warning",
      message:
        "+1 555-078-3881 works, but http.publicUrl is not set, so Meta cannot reach the webhook",
    },
    {
      state: "warning",
      message: `+1 555-078-3881 works, but no owner is set: reeve config set channels.whatsapp.owners '["+…"]'`,
    },
    { state: "ok", message: "+1 555-078-3881 works" },
  ]);
});
