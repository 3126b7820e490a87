import { setFlagsFromString } from "node:v8";

/** Number of calls of a medium-sized function. V8's default is 3,000. */
const CALLS = 20_000;

/**
 * Makes V8 compile a function with TurboFan, its slowest compiler, only after many calls. A turn calls many
 * functions a few times each, so that this compiler would cost more in the first hundreds of turns than it saves.
 * Maglev, the compiler before it, and loops are not affected.
 *
 * For all threads of the process.
 */
export function delayTurbofan(): void {
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS}`);
}
