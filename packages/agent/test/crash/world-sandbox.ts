import type { Sandbox } from "../../src/integrations/sandbox.ts";
import type { World } from "./connect-world.ts";

/** Commands whose effect happens in the world outside. */
export function worldSandbox(world: World, call: string): Sandbox {
  return {
    kind: "off",
    async run({ argv }) {
      await world.ask({ type: "effect", tool: "crash_command", effect: argv.at(-1) ?? "", call });
      const output = { text: "", leftOut: 0 };
      return { code: 0, end: "exit", stdout: { text: "done", leftOut: 0 }, stderr: output };
    },
    check: async () => "in the world",
  };
}
