import type { NewId } from "../../kernel/ids.ts";
import type { Route } from "./route.ts";
import { type AccessRouteDeps, accessRoutes } from "./routes/access.ts";
import { dashboardRoutes } from "./routes/dashboard.ts";
import { documentRoutes } from "./routes/documents.ts";
import { type HealthRouteDeps, healthRoutes } from "./routes/health.ts";
import { fileRoutes } from "./routes/files.ts";
import { liveRoutes } from "./routes/live.ts";
import { hookRoutes } from "./routes/hooks.ts";
import { messageRoutes } from "./routes/message.ts";
import { openaiRoutes } from "./routes/openai.ts";
import { turnRoutes } from "./routes/turns.ts";
import { nouns } from "@reeve/operations/nouns";
import { operationRoutes } from "./operation-route.ts";
import { type McpRouteDeps, mcpRoutes } from "./routes/mcp.ts";
import { pauseRoutes } from "./routes/pauses.ts";

/** Routes of the agent's resources. Each exposes operations over HTTP. */
export const resourceRoutes: readonly Route[] = [
  ...nouns.flatMap(({ tag, operations }) => operationRoutes(operations, tag)),
  ...pauseRoutes,
];

export interface RouteDeps extends AccessRouteDeps, Omit<HealthRouteDeps, "config">, McpRouteDeps {
  readonly config: HealthRouteDeps["config"] & McpRouteDeps["config"];
  readonly newId: NewId;
  /** Version of Reeve. */
  readonly version: string;
  /** Folder of the built dashboard. */
  readonly dashboard: string;
}

/** Returns all routes of the gateway. */
export function createRoutes(deps: RouteDeps): readonly Route[] {
  const routes: readonly Route[] = [
    ...accessRoutes(deps),
    ...messageRoutes(deps),
    ...turnRoutes(deps),
    ...liveRoutes,
    ...openaiRoutes(deps),
    ...mcpRoutes(deps),
    ...resourceRoutes,
    ...hookRoutes,
    ...fileRoutes,
    ...healthRoutes(deps),
    ...dashboardRoutes(deps.dashboard),
    ...documentRoutes(() => routes, deps),
  ];
  return routes;
}
