import { defineChannel } from "../kit/manifest.ts";
import { WHATSAPP, whatsappConfig } from "./config.ts";

export const manifest = defineChannel({
  name: WHATSAPP,
  title: "WhatsApp",
  section: "whatsapp",
  summary: "A WhatsApp number.",
  config: whatsappConfig,
  required: ["phoneNumberId", "accessToken", "appSecret", "verifyToken"],
  load: () => import("./create.ts"),
});
