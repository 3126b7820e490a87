import { setTimeout as sleep } from "node:timers/promises";
import type { Model } from "../../src/llm/model.ts";
import { type Script, scriptedModel } from "../../src/llm/testing/scripted-model.ts";

/** A scripted model that writes as slowly as people read: one piece of eight letters each `ms`. */
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
