import { isUtf8 } from "node:buffer";
import { files } from "@reeve/operations/memory/files";
import { Fault, type Workspace } from "@reeve/sdk";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { type Call, implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";

export interface FilesDeps {
  /** The workspace, bound to the caller. */
  readonly workspaceOf: (call: Call) => Promise<Workspace>;
  readonly newId: NewId;
}

/** The files of the workspace, as tools see them. */
export function createFiles({ workspaceOf, newId }: FilesDeps): Implementation {
  return implement(
    files,
    {
      async list({ path, recursive, ...page }, caller) {
        const workspace = await workspaceOf(caller);
        const entries = await workspace.list(path, { recursive, filter: "all" });
        return cutPage(entries, page, (one) => one.path);
      },
      async read({ path, encoding, maxBytes }, caller) {
        const workspace = await workspaceOf(caller);
        const bytes = Buffer.from(await workspace.read(path, { maxBytes }));
        if (encoding === "utf-8" && !isUtf8(bytes))
          throw new Fault("conflict", `"${path}" is not text.`, {
            hint: "Read the file with base64 encoding.",
          });
        return { path, bytes: bytes.length, encoding, content: bytes.toString(encoding) };
      },
      async write({ path, content, encoding, append, createFolders }, caller) {
        const workspace = await workspaceOf(caller);
        return workspace.write(path, decode(content, encoding ?? "utf-8"), {
          append: append ?? false,
          createFolders: createFolders ?? true,
        });
      },
      async delete({ path, recursive }, caller) {
        const workspace = await workspaceOf(caller);
        await workspace.remove(path, { recursive });
      },
    },
    newId,
  );
}

function decode(content: string, as: "utf-8" | "base64"): Uint8Array {
  const bytes = Buffer.from(content, as);
  if (as === "utf-8" || bytes.toString("base64") === content.replaceAll(/\s/g, "")) return bytes;
  throw new Fault("invalid", "The content is not valid base64.", {
    hint: "Add the missing padding, or send text with encoding utf-8.",
  });
}
