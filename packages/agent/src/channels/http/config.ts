import { z } from "zod";

/** The `http` section of the config. */
export const httpConfig = z.object({
  enabled: z
    .boolean()
    .default(true)
    .describe("Whether the HTTP API and the pages for people are served."),
  host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe(
      "The address to listen on. Others than this machine reach it at 0.0.0.0 or an address of the network; put a proxy with https before it.",
    ),
  port: z.int().min(0).max(65_535).default(7777).describe("The port; 0 for any that is free."),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("How browsers reach it from elsewhere, such as https://reeve.example.org."),
  allowedHosts: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Further names under which it may be asked, without a port. This machine's own and the one of publicUrl are known.",
    ),
  maxBodyBytes: z
    .int()
    .min(1024)
    .max(67_108_864)
    .default(8_388_608)
    .describe("The largest request body, in bytes."),
  sessionHours: z
    .int()
    .min(1)
    .max(8760)
    .default(168)
    .describe("How long a browser stays signed in, in hours."),
  rates: z
    .object({
      perMinute: z
        .int()
        .min(1)
        .default(6000)
        .describe("How many requests a token, or a browser, may send in a minute."),
      failuresPerMinute: z
        .int()
        .min(1)
        .default(30)
        .describe(
          "How many wrong tokens and links one address may try in a minute; all together ten times as many.",
        ),
    })
    .prefault({}),
  openMetrics: z
    .boolean()
    .default(false)
    .describe("Whether /metrics needs no token when it is asked for from this machine."),
});

export type HttpConfig = z.output<typeof httpConfig>;
