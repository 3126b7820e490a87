import type { ChatCommand } from "../../core/commands.ts";
import type { Implementation } from "../../core/control.ts";
import type { Core } from "../../core/core.ts";
import { createAudit } from "../../features/audit/implement.ts";
import { createBackups } from "../../features/backups/implement.ts";
import { callerScope } from "../../features/caller-scope.ts";
import { createExecLog } from "../../features/exec/implement.ts";
import type { Feature } from "../../features/feature.ts";
import { createFiles } from "../../features/files/implement.ts";
import { createArchive } from "../../features/memory/archive.ts";
import { createChanges } from "../../features/memory/changes.ts";
import { createFacts } from "../../features/memory/facts.ts";
import { createMemory } from "../../features/memory/memory.ts";
import { createPrivacy } from "../../features/memory/privacy.ts";
import { createProfile } from "../../features/memory/profile.ts";
import { mcpSettings } from "../tools/open-mcp.ts";
import { createMcpOperations } from "../../features/mcp/implement.ts";
import { createPluginOperations } from "../../features/plugins/implement.ts";
import { createPreferences } from "../../features/preferences/implement.ts";
import { createSkillOperations } from "../../features/skills/implement.ts";
import type { McpServers } from "../../integrations/mcp.ts";
import type { Plugins } from "../../integrations/plugins.ts";
import type { Skills } from "../../integrations/skills.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Forgetter } from "../../memory/forgetting.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { AgentKernel } from "../agent-kernel.ts";
import { chatCommands } from "../chat-commands.ts";
import { modelCommand } from "../chat-commands/model.ts";
import { statusCommand } from "../chat-commands/status.ts";
import type { AnsweringAgents } from "../models/open-agents.ts";
import type { Models } from "../models/open-models.ts";
import type { Memory } from "../open-memory.ts";
import { modelOperations } from "./model-operations.ts";

export interface OpenOperationsDeps {
  readonly features: readonly Feature[];
  readonly models: Models;
  readonly answering: AnsweringAgents;
  readonly memory: Memory;
  readonly forgetter: Forgetter;
  readonly toolbox: Toolbox;
  readonly mcp: McpServers;
  readonly plugins: Plugins;
  readonly skills: Skills;
  readonly owner: Principal;
  /** Called once a command runs. */
  readonly core: () => Pick<Core, "outages" | "modelReplaced">;
}

/** Puts the operations of features and of the app together; the core adds its own. */
export function openOperations(
  kernel: AgentKernel,
  deps: OpenOperationsDeps,
): readonly Implementation[] {
  const { store, newId } = kernel;
  const { features, models, answering, toolbox, owner, core } = deps;
  const { modelOf } = answering;
  const replaced = (model: string) => core().modelReplaced(model);
  const shared = { ...kernel, forgetter: deps.forgetter };
  return [
    ...features.flatMap((feature) => feature.operations ?? []),
    modelOperations({ modelOf, choose: models.choose, newId, replaced }),
    createBackups(kernel),
    createExecLog(kernel),
    createAudit(kernel),
    createPluginOperations({ plugins: deps.plugins, newId }),
    createSkillOperations({ skills: deps.skills, newId }),
    createMcpOperations({ servers: deps.mcp, settings: mcpSettings(kernel), newId }),
    createMemory({
      ...shared,
      search: deps.memory.search,
      owner: { tenant: owner.tenant, person: owner.id },
    }),
    createFacts(kernel),
    createProfile(kernel),
    createChanges(shared),
    createPrivacy(shared),
    createArchive(shared),
    createPreferences(kernel),
    createFiles({
      workspaceOf: async (call) => {
        const scope = await callerScope({ ...call, key: newId() }, store);
        return toolbox.services({ name: "files", needs: ["workspace"] }, scope).workspace;
      },
      newId,
    }),
  ];
}

/** Puts the chat commands of features and of the app together; the core adds its own. */
export function openCommands(
  kernel: AgentKernel,
  { features, models, answering, forgetter, core }: OpenOperationsDeps,
): readonly ChatCommand[] {
  const { config, home } = kernel;
  return [
    ...chatCommands({
      ...kernel,
      features,
      ownerName: config.agent.ownerName,
      limits: config.limits,
      forgetter,
      exports: home.exports,
    }),
    statusCommand({ ...kernel, model: models.model, outages: () => core().outages() }),
    modelCommand({
      modelOf: answering.modelOf,
      choose: models.choose,
      replaced: (model) => core().modelReplaced(model),
    }),
  ];
}
