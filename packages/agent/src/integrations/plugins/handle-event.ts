import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { HandledEvent } from "../plugins.ts";
import { createHandles } from "./answer-question.ts";
import type { Work } from "./protocol.ts";
import type { PluginRecord } from "./records.ts";
import type { Runner } from "./runner.ts";

export interface EventTarget {
  readonly entry: { readonly record: PluginRecord; readonly runner: Runner | undefined };
  /** Key of the plugins' handles. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Maximum time of a handler. */
const HANDLE_MS = 10_000;

const pressed = z.object({ data: z.string(), key: z.string() });

const paid = z.object({ stars: z.string(), payload: z.string(), key: z.string() });

/** Has a plugin handle an event; see `Plugins.handle`. */
export async function handleEvent(
  { id, kind, chat, person, body }: HandledEvent,
  { entry: { record, runner }, key, signal }: EventTarget,
): Promise<string | undefined> {
  if (!runner)
    throw new Fault("unavailable", `The plugin ${record.name} may not run.`, {
      hint: "Why: reeve plugin list",
    });
  const handle = createHandles(record.name, key).of({ chat, person });
  const of = { name: id, chat: handle, person };
  const work: Work =
    kind === "press"
      ? { kind, ...of, ...pressed.parse(body) }
      : { kind, ...of, ...paid.parse(body) };
  const answer = await runner.run(work, { signal, timeoutMs: HANDLE_MS });
  return typeof answer === "string" && answer !== "" ? answer.slice(0, MAX_ANSWER) : undefined;
}

const MAX_ANSWER = 1000;
