import { z } from "zod";
import { defineOperation } from "../operation.ts";

const setting = z.enum(["on", "off"]);
const archiveView = z.object({ archive: setting });
const conversation = {
  is: "The chat whose messages are kept or deleted.",
  or: "own",
  as: "id",
} as const;

/** Operations that set whether a chat is stored and searched beyond its session. */
export const archive = {
  show: defineOperation({
    name: "archive.show",
    summary: "Show whether a chat's messages stay stored and searchable after the session ends.",
    input: z.object({}),
    output: archiveView,
    effect: "read",
    scope: "read",
    conversation,
    http: "GET /v1/sessions/{id}/archive",
    cli: { verb: "archive", example: "--chat work" },
  }),
  set: defineOperation({
    name: "archive.set",
    summary: "Set whether a chat's messages stay stored and searchable after the session ends.",
    input: z.object({
      archive: setting.describe(
        "`on` keeps the messages; `off` deletes them when the session ends.",
      ),
    }),
    output: archiveView,
    effect: "change",
    scope: "admin",
    conversation,
    http: "PUT /v1/sessions/{id}/archive",
    cli: [
      {
        verb: "archive on",
        summary: "Keep a chat's messages stored and searchable after the session ends.",
        set: { archive: "on" },
        example: "--chat work",
      },
      {
        verb: "archive off",
        summary: "Delete a chat's messages when the session ends.",
        set: { archive: "off" },
        example: "--chat work",
      },
    ],
  }),
};
