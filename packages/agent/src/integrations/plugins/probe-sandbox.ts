import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import path from "node:path";
import { Fault, isFault } from "@reeve/sdk";
import type { PluginsDeps } from "./create-plugins.ts";
import type { PluginFolders } from "./install.ts";

/** Tries the sandbox once. Returns why plugins cannot run in it; undefined if they can. */
export function createSandboxProbe({
  wrap,
  folders: { root, scratch },
}: Pick<PluginsDeps, "wrap"> & { readonly folders: PluginFolders }): () => Promise<
  Fault | undefined
> {
  let tried: Promise<Fault | undefined> | undefined;
  const run = async () => {
    await using folder = await mkdtempDisposable(path.join(root, ".probe-"));
    const wrapped = await wrap({
      argv: ["true"],
      workspace: folder.path,
      network: false,
      scratch,
    });
    const child = spawn(wrapped.command, wrapped.args, { env: wrapped.env, stdio: "ignore" });
    const [code]: unknown[] = await once(child, "close");
    return code === 0 ? undefined : noSandbox();
  };
  return () =>
    (tried ??= run().catch((error: unknown) => {
      if (isFault(error)) return error;
      throw error;
    }));
}

function noSandbox(): Fault {
  return new Fault("unavailable", "The sandbox does not work on this machine.", {
    hint: "Allow user namespaces, or trust the plugin by name in plugins.trusted.",
  });
}
