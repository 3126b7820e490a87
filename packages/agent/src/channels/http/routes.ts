import type { NewId } from "../../kernel/ids.ts";
import { resourceRoutes } from "./resource-routes.ts";
import type { Route } from "./route.ts";
import { accessRoutes, type AccessRouteDeps } from "./routes/access.ts";
import { documentRoutes } from "./routes/documents.ts";
import { healthRoutes, type HealthRouteDeps } from "./routes/health.ts";
import { hookRoutes } from "./routes/hooks.ts";
import { messageRoutes } from "./routes/message.ts";
import { openaiRoutes } from "./routes/openai.ts";
import { turnRoutes } from "./routes/turns.ts";

export interface RouteDeps extends AccessRouteDeps, HealthRouteDeps {
  readonly newId: NewId;
  /** Of Reeve. */
  readonly version: string;
}

/** Everything that the gateway answers to. */
export function createRoutes(deps: RouteDeps): readonly Route[] {
  const routes: readonly Route[] = [
    ...accessRoutes(deps),
    ...messageRoutes(deps),
    ...turnRoutes(deps),
    ...openaiRoutes(deps),
    ...resourceRoutes,
    ...hookRoutes,
    ...healthRoutes(deps),
    ...documentRoutes(() => routes, deps),
  ];
  return routes;
}
