import type { ControlSection } from "../core/control.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { createInOrder } from "../platform/in-order.ts";
import type { Home } from "../platform/home.ts";
import { configSection } from "./config-section.ts";
import { logSection } from "./log-section.ts";
import { setupSection } from "./setup-section.ts";

/** What is asked about the files of a home: it is answered whether or not an agent runs. */
export function homeSections({
  home,
  env,
}: {
  readonly home: Home;
  readonly env: Readonly<Record<string, string | undefined>>;
}): readonly ControlSection[] {
  // A change reads the file and writes it anew: of two at once one would be lost.
  const inOrder = createInOrder();
  const inputs = { file: home.config, env };
  return [
    configSection(inputs, inOrder),
    logSection(home.log),
    setupSection({ inputs, inOrder, clock: systemClock, newId }),
  ];
}
