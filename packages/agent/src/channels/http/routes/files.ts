import { openAsBlob } from "node:fs";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { attempt } from "../../../kernel/attempt.ts";
import { defineOpenRoute, type Route } from "../route.ts";

const params = z.object({ link: z.string().max(100).describe("The last part of the link.") });

/** Files that a chat platform did not accept. Whoever has the link may download the file. */
export const fileRoutes: readonly Route[] = [
  defineOpenRoute({
    method: "GET",
    path: "/files/{link}",
    summary: "Download a file that the agent sent as a link.",
    description:
      "The agent sends a link if a chat platform does not accept a file. The link expires after seven days.",
    tags: ["files"],
    scope: "open",
    params,
    answers: { 200: { type: "application/octet-stream", description: "The file." } },
    async run({ params: { link } }, ctx) {
      const file = await (await ctx.agent()).files?.find(link);
      const opened = file && (await attempt(openAsBlob(file.path)));
      if (opened?.status !== "fulfilled" || !file)
        throw new Fault("missing", "This link has expired.", {
          hint: "Ask for the file again in the chat.",
        });
      const name = encodeURIComponent(file.name).replaceAll("'", "%27");
      return new Response(opened.value, {
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": `attachment; filename*=UTF-8''${name}`,
        },
      });
    },
  }),
];
