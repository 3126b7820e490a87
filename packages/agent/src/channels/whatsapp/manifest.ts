import type { z } from "zod";
import { type ChannelManifest, findUnset } from "../kit/manifest.ts";
import { WHATSAPP, whatsappConfig, type WhatsAppConfig } from "./config.ts";

export const manifest: ChannelManifest<WhatsAppConfig, z.input<typeof whatsappConfig>> = {
  name: WHATSAPP,
  title: "WhatsApp",
  section: "whatsapp",
  summary: "A WhatsApp number.",
  config: whatsappConfig,
  missing: (settings) =>
    findUnset(settings, ["phoneNumberId", "accessToken", "appSecret", "verifyToken"]),
  people: ({ owners, allow, direct }) => ({
    owners,
    allow,
    access: { direct, groups: "disabled" },
  }),
  load: () => import("./create.ts"),
};
