import { plugins } from "@reeve/operations/agent/plugins";
import type { Plugins } from "../../integrations/plugins.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";

export interface PluginOperationDeps {
  readonly plugins: Pick<Plugins, "list" | "inspect" | "add" | "remove">;
  readonly newId: NewId;
}

export function createPluginOperations({
  plugins: installed,
  newId,
}: PluginOperationDeps): Implementation {
  return implement(
    plugins,
    {
      list: async (page) => cutPage(await installed.list(), page, ({ name }) => name),
      inspect: ({ source }) => installed.inspect(source),
      add: ({ source, ...options }) => installed.add(source, options),
      async remove({ name, data }) {
        await installed.remove(name, { data });
        return { name };
      },
    },
    newId,
  );
}
