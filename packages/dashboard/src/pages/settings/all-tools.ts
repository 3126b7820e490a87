import { tools } from "@reeve/operations/agent/tools";
import { queryOptions } from "@tanstack/react-query";
import { askAll } from "../../data/agent.ts";

/** Every tool. */
export const allTools = queryOptions({
  queryKey: [tools.list.name, "all"],
  queryFn: () => askAll(tools.list),
});
