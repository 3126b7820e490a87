import type { Implementation } from "../../core/control.ts";
import { systemClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { createInOrder } from "../../platform/serial-queue.ts";
import type { Home } from "../../platform/home.ts";
import { createLogOperations } from "../../features/log/implement.ts";
import type { Config } from "../config-schema.ts";
import { configOperations } from "./config-operations.ts";
import { setupOperations } from "./setup-operations.ts";

/** Creates the operations on the files of a home. They work with or without a running agent. */
export function homeOperations({
  home,
  env,
  running,
}: {
  readonly home: Home;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The config that the running agent started with; undefined while none runs. */
  readonly running?: () => Config | undefined;
}): readonly Implementation[] {
  // A change reads the file and writes it anew: of two at once one would be lost.
  const inOrder = createInOrder();
  const inputs = { file: home.config, env };
  return [
    configOperations({ inputs, inOrder, newId, running }),
    createLogOperations({ file: home.log, newId }),
    setupOperations({ inputs, inOrder, clock: systemClock, newId }),
  ];
}
