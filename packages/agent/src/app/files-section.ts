import { isUtf8 } from "node:buffer";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { refuseBelow } from "../core/caller-place.ts";
import { type Caller, type ControlSection, defineMethod } from "../core/control.ts";
import { MAX_FILE_BYTES } from "../integrations/workspace.ts";
import type { OwnThingsParts } from "./own-things-parts.ts";

/** The file system has no such names. */
const path = z
  .string()
  .max(1_000)
  .refine((text) => !text.includes("\0"), "it holds a character that no name may hold");
const file = path.min(1);

const encoding = z.enum(["utf-8", "base64"]).default("utf-8");

/** The files of the workspace, as tools see them: who reads them here reads alone. */
export function filesSection({ services, newId }: OwnThingsParts): ControlSection {
  const workspaceOf = async (caller: Caller) => {
    refuseBelow("owner", caller.person, "look into the workspace");
    return (await services(caller, newId())).workspace;
  };
  return {
    name: "files",
    methods: {
      list: defineMethod({
        summary: "What lies in a folder of the workspace, by path.",
        params: z.object({ path: path.default(""), recursive: z.boolean().default(false) }),
        run: async ({ path: folder, recursive }, caller) => {
          const workspace = await workspaceOf(caller);
          return workspace.list(folder, { recursive, filter: "all" });
        },
      }),
      read: defineMethod({
        summary: "A whole file; base64 for one that is not text.",
        params: z.object({
          path: file,
          encoding,
          maxBytes: z.int().min(1).max(MAX_FILE_BYTES).default(1_048_576),
        }),
        run: async ({ path: name, encoding: as, maxBytes }, caller) => {
          const workspace = await workspaceOf(caller);
          const bytes = Buffer.from(await workspace.read(name, { maxBytes }));
          if (as === "utf-8" && !isUtf8(bytes))
            throw new Fault("conflict", `"${name}" is not text.`, {
              hint: "Read it with the encoding base64.",
            });
          return { path: name, bytes: bytes.length, encoding: as, content: bytes.toString(as) };
        },
      }),
      write: defineMethod({
        summary: "Write a file, replace it, or add to its end; it can be undone.",
        params: z.object({
          path: file,
          content: z.string(),
          encoding,
          append: z.boolean().default(false),
          createFolders: z.boolean().default(true),
        }),
        run: async ({ path: name, content, encoding: as, ...options }, caller) => {
          const workspace = await workspaceOf(caller);
          return workspace.write(name, decode(content, as), options);
        },
      }),
      delete: defineMethod({
        summary: "Delete a file, or a folder with all that is in it; it can be undone.",
        params: z.object({ path: file, recursive: z.boolean().default(false) }),
        run: async ({ path: name, recursive }, caller) => {
          const workspace = await workspaceOf(caller);
          await workspace.remove(name, { recursive });
          return { deleted: name };
        },
      }),
    },
  };
}

function decode(content: string, as: "utf-8" | "base64"): Uint8Array {
  const bytes = Buffer.from(content, as);
  if (as === "utf-8" || bytes.toString("base64") === content.replaceAll(/\s/g, "")) return bytes;
  throw new Fault("invalid", "The content is not base64.", {
    hint: "Pad it, or send text with the encoding utf-8.",
  });
}
