import { openAsBlob } from "node:fs";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { attempt } from "../../../kernel/attempt.ts";
import { files } from "@reeve/operations/memory/files";
import { sessions } from "@reeve/operations/work/sessions";
import { formatCursor } from "../../../operations/pages.ts";
import { defineOpenRoute, defineRoute, type Route } from "../route.ts";

const params = z.object({ link: z.string().max(100).describe("The last part of the link.") });

/** Pictures that browsers may show. Everything else is downloaded. */
const PICTURES: Readonly<Record<string, string>> = {
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

const MAX_FILE_BYTES = 16_777_216;

/** Downloads. A link lets everyone who has it download one file; the others need credentials. */
export const fileRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/files/raw",
    summary: "Download a file of the workspace.",
    tags: ["files"],
    scope: files.read.scope,
    query: z.object({ path: files.read.input.shape.path }),
    answers: { 200: { type: "application/octet-stream", description: "The file." } },
    async run({ query: { path } }, { ask }) {
      const read = { path, encoding: "base64", maxBytes: MAX_FILE_BYTES } as const;
      const { content } = await ask(files.read, read);
      return toDownload(path.split("/").at(-1) ?? path, Buffer.from(content, "base64"));
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/sessions/{id}/messages/{order}/files/{index}",
    summary: "Download a file that the agent sent with a message.",
    tags: ["conversations"],
    scope: sessions.messages.scope,
    params: z.object({
      id: z.string().min(1).max(200).describe("A session's id, the name of an API chat, or own."),
      order: z.int().min(1).describe("The message's number in the history."),
      index: z.int().min(0).max(100).describe("The number of the file in the message, from 0."),
    }),
    answers: { 200: { type: "application/octet-stream", description: "The file." } },
    async run({ params: { id, order, index } }, { ask, agent }) {
      const page = { limit: 1, cursor: formatCursor(order + 1) };
      const { items } = await ask(sessions.messages, page, { chat: id });
      const isInChat = items[0]?.order === order;
      const sent = isInChat ? await (await agent()).conversations.sentFiles(order) : [];
      const file = sent[index];
      const opened = file && (await attempt(openAsBlob(file.path)));
      if (opened?.status !== "fulfilled" || !file)
        throw new Fault("missing", "The file does not exist any more.", {
          hint: "Ask for the file again in the chat.",
        });
      return toDownload(file.name, opened.value);
    },
  }),
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
      return toDownload(file.name, opened.value, { isShown: false });
    },
  }),
];

/** Pictures are shown; everything else is saved, because it could hold a script. */
function toDownload(
  name: string,
  content: Blob | Uint8Array<ArrayBuffer>,
  { isShown = true }: { readonly isShown?: boolean } = {},
): Response {
  const picture = isShown ? PICTURES[name.toLowerCase().split(".").at(-1) ?? ""] : undefined;
  const encoded = encodeURIComponent(name).replaceAll("'", "%27");
  const kind = picture === undefined ? "attachment" : "inline";
  return new Response(content, {
    headers: {
      "content-type": picture ?? "application/octet-stream",
      "content-disposition": `${kind}; filename*=UTF-8''${encoded}`,
    },
  });
}
