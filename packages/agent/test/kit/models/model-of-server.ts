import { createModelPool } from "../../../src/llm/apis/model-pool.ts";
import { createBreaker } from "../../../src/llm/breaker.ts";
import { degradeToText } from "../../../src/llm/degrade-to-text.ts";
import type { Model } from "../../../src/llm/model.ts";
import { withRetry } from "../../../src/llm/retry.ts";
import { silentLog } from "../../../src/platform/log.ts";
import type { TestClock } from "../job-story.ts";

/** How long a server may say nothing. */
const TIMEOUTS = { firstTokenMs: 1000, idleMs: 1000 };

/** Creates the model of a server as the app does, but by the clock of a test, which pauses move. */
export async function modelOfServer(
  { url }: { readonly url: string },
  clock: TestClock,
): Promise<Model> {
  const pool = createModelPool({ clock, timeouts: TIMEOUTS });
  const model = await pool.get({ provider: "local", model: "mock", baseUrl: url });
  const wait = async (ms: number) => clock.set(clock.now() + ms);
  const tried = withRetry(degradeToText(model, { log: silentLog }), { wait, random: () => 0.5 });
  return createBreaker({ clock }).guard(tried, model.id);
}
