import { declareTool } from "@reeve/sdk";
import { z } from "zod";

/** Forecasts the weather of a place. */
export const utilityWeather = declareTool({
  name: "utility_weather",
  summary:
    "Get the weather forecast for a place: temperature, rain, snow, wind and sun, now and for the coming days. " +
    "Use it instead of searching the web for the weather.",
  effect: "read",
  sensitiveArguments: { place: "query" },
  scope: "always",
  access: "anyone",
  requires: "a weather service",
  utterances: [
    "do I need an umbrella in Porto tomorrow?",
    "how cold does it get tonight",
    "Will it snow in Innsbruck this weekend?",
    "what should I wear in Oslo on Sunday, it's a long walk",
    "is it going to be windy enough for sailing at Tarifa?",
    "Quel temps fera-t-il à Lyon ce week-end ?",
    "Чи буде дощ у Києві завтра?",
    "明日の札幌の天気は?",
    "Vai fazer calor no Rio na quinta?",
    "İzmir'de hafta sonu hava nasıl olacak?",
    "сколько градусов будет завтра в Казани?",
    "Regnet es heute noch in Köln?",
  ],
  params: z.object({
    place: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe(
        'City or place, such as "Oslo". If the name is ambiguous, add the region or ' +
          'country, such as "Paris, Texas".',
      ),
    days: z.number().int().min(1).max(16).default(3).describe("Number of days, including today."),
  }),
});
