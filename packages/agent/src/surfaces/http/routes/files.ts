import { z } from "zod";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["files"];

/** Names of at most 255 characters, between slashes. */
// oxlint-disable-next-line no-control-regex -- control characters are what it leaves out
const PATH = /^[^\\/\u0000-\u001f\u007f]{0,255}(?:\/[^\\/\u0000-\u001f\u007f]{0,255})*$/;

const path = z
  .string()
  .regex(PATH)
  .max(1000)
  .describe("In the workspace, with slashes, such as downloads/report.txt.");
const encoding = z.enum(["utf-8", "base64"]);

/** As RFC 4648 has it, padded and without line ends. */
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

const written = z.object({
  path: path.min(1),
  append: z.boolean().optional(),
  createFolders: z.boolean().optional(),
});

const listed = z.object({
  path: z.string(),
  kind: z.enum(["file", "directory"]),
  bytes: z.number(),
  modifiedAt: z.number(),
});

const content = z.object({
  path: z.string(),
  bytes: z.number(),
  encoding,
  content: z.string(),
});

/** Files that the agent and its owner share. */
export const fileRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/files",
    summary: "What lies in a folder of the workspace, by path.",
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({
      path: path.default("").describe("The folder; without it, all of the workspace's."),
      recursive: z.boolean().default(false),
    }),
    answers: { 200: pageOf(listed) },
    async run({ query }, { call }) {
      const { path: folder, recursive } = query;
      const entries = await call("files.list", { path: folder, recursive });
      return cutPage(tell(z.array(listed), entries), query, (one) => one.path);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/files/content",
    summary: "A whole file.",
    tags: TAGS,
    scope: "read",
    query: z.object({
      path: path.min(1),
      encoding: encoding.default("utf-8").describe("base64 for a file that is not text."),
      maxBytes: z
        .int()
        .min(1)
        .max(16_777_216)
        .default(1_048_576)
        .describe("A larger file is refused."),
    }),
    answers: { 200: content },
    run: async ({ query }, { call }) => tell(content, await call("files.read", query)),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/files/content",
    summary: "Write a file, replace it, or add to its end; it can be undone.",
    tags: TAGS,
    scope: "admin",
    body: z.union([
      written.extend({ content: z.string(), encoding: z.literal("utf-8").optional() }),
      written.extend({ content: z.string().regex(BASE64), encoding: z.literal("base64") }),
    ]),
    answers: { 200: z.object({ path: z.string(), bytes: z.number() }) },
    run: ({ body }, { call }) => call("files.write", body),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/files/content",
    summary: "Delete a file, or a folder with all that is in it; it can be undone.",
    tags: TAGS,
    scope: "admin",
    query: z.object({ path: path.min(1), recursive: z.boolean().default(false) }),
    answers: { 204: null },
    async run({ query }, { call }) {
      await call("files.delete", query);
    },
  }),
];
