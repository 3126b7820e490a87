import { nouns } from "@reeve/operations/nouns";
import { operationRoutes } from "./operation-route.ts";
import type { Route } from "./route.ts";
import { pauseRoutes } from "./routes/pauses.ts";

/** What is there of the agent, by what it is: each is a face of a section of control. */
export const resourceRoutes: readonly Route[] = [
  ...nouns.flatMap(({ tag, operations }) => operationRoutes(operations, tag)),
  ...pauseRoutes,
];
