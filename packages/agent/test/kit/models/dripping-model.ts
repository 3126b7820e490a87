import { setTimeout as sleep } from "node:timers/promises";
import type { Model } from "../../../src/llm/model.ts";
import { type Script, scriptedModel } from "../../../src/llm/testing/scripted-model.ts";

/** Creates a scripted model that writes at reading speed: one piece of eight letters every `ms`. */
export function drippingModel(script: Script, ms: number): Model {
  const model = scriptedModel(script);
  return {
    ...model,
    async *stream(request, options) {
      for await (const event of model.stream(request, options)) {
        if (event.type === "text" && !options.signal.aborted) await sleep(ms);
        yield event;
      }
    },
  };
}
