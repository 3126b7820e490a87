import type { NewId } from "../../kernel/ids.ts";
import { resourceRoutes } from "./resource-routes.ts";
import type { Route } from "./route.ts";
import { accessRoutes, type AccessRouteParts } from "./routes/access.ts";
import { documentRoutes } from "./routes/documents.ts";
import { healthRoutes, type HealthRouteParts } from "./routes/health.ts";
import { hookRoutes } from "./routes/hooks.ts";
import { messageRoutes } from "./routes/message.ts";
import { openaiRoutes } from "./routes/openai.ts";
import { turnRoutes } from "./routes/turns.ts";

export interface RouteParts extends AccessRouteParts, HealthRouteParts {
  readonly newId: NewId;
  /** Of Reeve. */
  readonly version: string;
}

/** Everything that the gateway answers to. */
export function createRoutes(parts: RouteParts): readonly Route[] {
  const routes: readonly Route[] = [
    ...accessRoutes(parts),
    ...messageRoutes(parts),
    ...turnRoutes(parts),
    ...openaiRoutes(parts),
    ...resourceRoutes,
    ...hookRoutes,
    ...healthRoutes(parts),
    ...documentRoutes(() => routes, parts),
  ];
  return routes;
}
