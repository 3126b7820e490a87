import { createPrograms } from "../../src/app/tools/open-programs.ts";
import type { ServiceFactories } from "../../src/tools/toolbox.ts";

/** Programs in processes of their own, without a sandbox: for stories about their calls. */
export const barePrograms: Pick<ServiceFactories, "programs"> = {
  programs: (scope) =>
    createPrograms(async ([command, ...args]) => ({ command, args, env: {} }), scope),
};
