import { z } from "zod";

/** The `http` section of the config. */
export const httpConfig = z.object({
  enabled: z.boolean().default(true).describe("Whether to serve the HTTP API and the web pages."),
  host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe(
      "The IP address to listen on. For access from other machines, use 0.0.0.0 or a network address, behind an HTTPS proxy.",
    ),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(7777)
    .describe("The port to listen on; 0 for any free port."),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The server's public URL, such as https://reeve.example.org."),
  allowedHosts: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Additional host names that requests may use, without ports. This machine's own names and the host of publicUrl are always allowed.",
    ),
  maxBodyBytes: z
    .int()
    .min(1024)
    .max(67_108_864)
    .default(33_554_432)
    .describe("The maximum request body size, in bytes."),
  sessionHours: z
    .int()
    .min(1)
    .max(8760)
    .default(168)
    .describe("How many hours browsers stay signed in."),
  rates: z
    .object({
      perMinute: z
        .int()
        .min(1)
        .default(6000)
        .describe("The maximum number of requests per minute for a token or a browser."),
      failuresPerMinute: z
        .int()
        .min(1)
        .default(30)
        .describe(
          "The maximum number of failed sign-ins (wrong tokens and links) per minute from one IP address. The limit for all addresses together is ten times as high.",
        ),
    })
    .prefault({}),
  publicMetrics: z
    .boolean()
    .default(false)
    .describe("Whether this machine can request /metrics without a token.")
    .meta({ formerly: "openMetrics" }),
});

export type HttpConfig = z.output<typeof httpConfig>;
