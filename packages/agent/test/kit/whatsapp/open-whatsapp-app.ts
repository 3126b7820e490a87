import type { z } from "zod";
import type { configSchema } from "../../../src/app/config-schema.ts";
import { type App, openApp } from "../open-app.ts";

/** Runs the agent with the built-in model, as if the world reached its gateway at reeve.example.org. */
export async function openWhatsAppApp(
  whatsapp: NonNullable<z.input<typeof configSchema>["channels"]>["whatsapp"],
): Promise<App> {
  const http = { port: 0, publicUrl: "https://reeve.example.org" };
  return openApp({ config: { http, channels: { whatsapp } } });
}
