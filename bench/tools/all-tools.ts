import type { Tool } from "@reeve/sdk";
import { awaited } from "../../packages/agent/src/app/awaited.gen.ts";
import { toPlaceholder } from "../../packages/agent/src/tools/unavailable-tool.ts";
import { catalog } from "../../packages/agent/src/app/catalog.gen.ts";

/** Returns every built or declared tool, as if all their requirements were met. */
export async function allTools(): Promise<readonly Tool[]> {
  const built = catalog.map((tool) => ({ ...tool, needs: [] }));
  return [...built, ...(await declaredTools())];
}

/** Returns the declared tools, as if what they await were there: they are offered and found, and do nothing. */
export async function declaredTools(): Promise<readonly Tool[]> {
  return Promise.all(awaited.map(toPlaceholder));
}
