import type { Sandbox, SandboxConfig } from "./types.ts";
import { launch } from "./launch.ts";
import { limitArguments } from "./limit-arguments.ts";

export interface BareDeps {
  readonly config: Pick<SandboxConfig, "timeoutMs" | "limits">;
  /** Working folder of commands, whose disk is watched. */
  readonly folder: string;
  /** The environment of this process, of which little is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Removes limits other than time and disk. */
  readonly unlimited?: "unlimited";
}

const INHERITED = ["PATH", "HOME", "LANG", "USER"] as const;

/** Commands on the machine itself, as the user of this process, with nothing in the way but limits for each process. */
export function createBare({ config, folder, env, unlimited }: BareDeps): Sandbox {
  const { limits, timeoutMs } = config;
  const isLimited = !unlimited && process.platform === "linux";
  const wrapper = !isLimited ? [] : limitArguments(limits, "each-process");
  const passed = INHERITED.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    kind: "off",
    run: ({ argv: [program, ...args], ...command }) => {
      const [first = program, ...rest] = [...wrapper, program, ...args];
      return launch({
        ...command,
        argv: [first, ...rest],
        env: { ...Object.fromEntries(passed), DEBIAN_FRONTEND: "noninteractive" },
        cwd: folder,
        timeoutMs,
        disk: { path: folder, bytes: limits.diskMb * 1_048_576 },
      });
    },
    check: async () => "off: commands run on the machine itself, as the user of this process",
  };
}
