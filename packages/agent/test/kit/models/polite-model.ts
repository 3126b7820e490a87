import { type ScriptedModel, scriptedModel } from "../../../src/llm/testing/scripted-model.ts";
import { transferTo } from "../approval-story.ts";

/**
 * Creates a model that makes a call for each "send to NAME", also for a correction with "to NAME", and
 * repeats everything else.
 */
export function politeModel(): ScriptedModel {
  return scriptedModel(({ messages }) => {
    const newest = messages.at(-1);
    if (newest?.role !== "user") return { text: "It waits." };
    const text = newest.text ?? "";
    const corrected = /<correction>to (\w+)/.exec(text)?.[1];
    if (corrected !== undefined) return transferTo(corrected);
    const said = /.*<user_message>([\s\S]*?)<\/user_message>/s.exec(text)?.[1] ?? "";
    const names = [...said.matchAll(/send to (\w+)/g)].map(([, name = ""]) => name);
    if (names.length > 0) return { calls: names.flatMap((name) => transferTo(name).calls) };
    return { text: `You said: ${said}` };
  });
}
