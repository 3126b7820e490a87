import { tools, type ToolView } from "@reeve/operations/agent/tools";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../data/agent.ts";

/** Every tool, from all pages of the list. */
export const allTools = queryOptions({
  queryKey: [tools.list.name, "all"],
  queryFn: async () => {
    const found: ToolView[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await ask(tools.list, { limit: 200, cursor });
      found.push(...page.items);
      if (page.next === null) return found;
      cursor = page.next;
    }
  },
});
