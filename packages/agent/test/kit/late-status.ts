import path from "node:path";
import { statusCommand, type StatusCommandDeps } from "../../src/app/chat-commands/status.ts";
import type { ChatCommand } from "../../src/core/commands.ts";
import { openFolder } from "../../src/platform/folder.ts";
import type { RunningAgent } from "./start-agent.ts";

/** Creates `/status` for an agent that has not started yet: the command is a part of the agent that it tells of. */
export function lateStatus(
  started: Promise<RunningAgent>,
  deps: Pick<StatusCommandDeps, "model" | "clock" | "startedAt">,
): ChatCommand {
  return {
    name: "status",
    usage: "/status",
    summary: "show what I'm doing",
    access: "admin",
    scope: "chat",
    async prepare(asked) {
      const { store, core, home } = await started;
      const folder = openFolder(path.join(home, "workspace"));
      const outages = () => core.outages();
      const command = statusCommand({ ...deps, store, folder, version: "1", outages });
      if (!command.prepare) throw new Error("it is prepared");
      return command.prepare(asked);
    },
  };
}
