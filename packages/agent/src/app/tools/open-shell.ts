import { Fault } from "@reeve/sdk";
import type { RecordDeps } from "../../domains/exec-records.ts";
import type { ExecConfig, Sandbox } from "../../integrations/sandbox.ts";
import { createInstaller, createSystemServices } from "../../integrations/sandbox/create-host.ts";
import { createBare, createBubblewrap } from "../../integrations/sandbox/create-sandbox.ts";
import { createMachine } from "../../integrations/sandbox/create-machine.ts";
import { createShell } from "../../integrations/sandbox/create-shell.ts";
import { PRIVATE_FILES, PRIVATE_FOLDERS, PROTECTED_FILES } from "../../integrations/workspace.ts";
import type { Store } from "../../store/store.ts";
import type { CallScope, ServiceFactories } from "../../tools/toolbox.ts";
import { recordExec } from "./record-exec.ts";

export interface SandboxDeps {
  readonly config: ExecConfig;
  /** The workspace's folder, absolute. */
  readonly workspace: string;
  /** Further files of the workspace that only the owner changes, from its top. */
  readonly readOnly: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly newId: RecordDeps["newId"];
}

export interface ShellDeps extends SandboxDeps, RecordDeps {
  readonly store: Store;
}

type ShellServices = Pick<ServiceFactories, "shell" | "installer" | "systemServices" | "machine">;

/** Opens the sandbox that the config names. */
export function openSandbox({ config, workspace, readOnly, env, newId }: SandboxDeps): Sandbox {
  if (config.sandbox === "off") return createBare({ config, folder: workspace, env });
  const files = [...new Set([...PROTECTED_FILES, ...PRIVATE_FILES])];
  const tops = readOnly.map((file) =>
    file.split("/").filter((part) => part !== "" && part !== "."),
  );
  const kept = [
    ...files.map((name) => ({ name, kind: "file" }) as const),
    ...PRIVATE_FOLDERS.map((name) => ({ name, kind: "directory" }) as const),
    // A folder that holds one could be moved away, and another put in its place.
    ...tops.flatMap(([name, ...rest]) =>
      name === undefined ? [] : [{ name, kind: rest.length > 0 ? "directory" : "file" } as const],
    ),
  ];
  const byName = new Map(kept.map((entry) => [entry.name, entry]));
  return createBubblewrap({ config, workspace, kept: [...byName.values()], env, newId });
}

/** The services of the shell; none while the owner has not switched it on. */
export function openShell(deps: ShellDeps): ShellServices {
  const { config, workspace, env } = deps;
  if (!config.enabled) return {};
  const { outputChars } = config;
  const sandbox = openSandbox(deps);
  // Installing takes as long as it takes; the tools set the limit.
  const free = { ...config, timeoutMs: HOST_MS };
  const host = createBare({ config: free, folder: workspace, env, unlimited: "unlimited" });
  const onHost = (scope: CallScope) => recordExec(host, scope, { ...deps, ranIn: "host" });
  const mayUse = (what: ExecConfig["host"][number]) =>
    config.sandbox === "off" || config.host.includes(what);
  return {
    shell(scope) {
      const isAlone = scope.setting.kind === "direct";
      const ranIn = sandbox.kind === "off" ? "host" : sandbox.kind;
      const recorded = recordExec(sandbox, scope, { ...deps, ranIn });
      return createShell(isAlone || sandbox.kind !== "off" ? recorded : EXPOSED, {
        outputChars,
        hidden: isAlone ? [] : [...PRIVATE_FILES, ...PRIVATE_FOLDERS],
      });
    },
    ...(mayUse("install") && {
      installer: (scope) => createInstaller(onHost(scope), { outputChars }),
    }),
    ...(mayUse("service") && {
      systemServices: (scope) => createSystemServices(onHost(scope), { outputChars }),
    }),
    machine: () => createMachine(["/", workspace]),
  };
}

const HOST_MS = 600_000;

/** Without a sandbox everything can be read, also what only the owner may see. */
const EXPOSED: Sandbox = {
  kind: "off",
  run: () => Promise.reject(exposed()),
  check: () => Promise.reject(exposed()),
};

function exposed(): Fault {
  return new Fault(
    "denied",
    "Without a sandbox, commands run only in direct chats with the owner.",
    { hint: "Offer to run the command there, or ask the owner to set exec.sandbox to bubblewrap." },
  );
}
