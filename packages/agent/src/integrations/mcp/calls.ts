import { type RequestOptions, SdkError } from "@modelcontextprotocol/client";
import type { Fault } from "@reeve/sdk";
import type { McpServerConfig } from "../mcp.ts";
import { createCallOrder } from "./call-order.ts";
import type { Elicit, Sample } from "./create-client.ts";
import { answerQuestion, type RunningCall } from "./questions.ts";
import { answerSampling } from "./sampling.ts";
import { toFault } from "./to-fault.ts";
import { type CallContext, MAX_CALL_MS } from "./to-tool.ts";

/** Time that requests to the model add to the silence of a server. */
const SAMPLING_MS = 180_000;

/** The calls of one connection, and what the server asks during them. */
export interface Calls {
  readonly elicit: Elicit;
  readonly sample: Sample;
  /** Runs a request for a call. Rejects with a fault that names the server. */
  readonly run: <Result>(
    context: CallContext,
    request: (options: RequestOptions) => Promise<Result>,
  ) => Promise<Result>;
}

export interface CallsDeps {
  /** Called if the server of a connection may still use the model for a call that has ended. */
  readonly onAbandoned: () => void;
}

/** Creates the calls of a connection. */
export function createCalls(
  name: string,
  { timeoutSeconds, ...config }: Pick<McpServerConfig, "timeoutSeconds" | "sampling">,
  { onAbandoned }: CallsDeps,
): Calls {
  const inOrder = createCallOrder();
  const running = new Set<RunningCall>();
  /** A server may still work on a call that it did not answer, and ask about that. */
  let hasAbandoned = false;
  const asked = () => (hasAbandoned ? NO_CALLS : running);

  const runNow: Calls["run"] = async ({ signal: stopped, answers = [], mcpCall }, request) => {
    // Its turn may come after its end.
    if (stopped.aborted) throw toFault(name, stopped.reason, stopped);
    const sampling = config.sampling ? mcpCall?.sampling : undefined;
    const ended = new AbortController();
    const signal = AbortSignal.any([stopped, ended.signal]);
    const end = (reason: Fault) => ended.abort(reason);
    const abandon = (reason: Fault) => {
      hasAbandoned = true;
      end(reason);
    };
    const call = { answers, sampling, signal, end, abandon };
    running.add(call);
    try {
      return await request({
        signal,
        timeout: timeoutSeconds * 1000 + (sampling ? SAMPLING_MS : 0),
        resetTimeoutOnProgress: true,
        maxTotalTimeout: MAX_CALL_MS,
        onprogress: ignore,
      });
    } catch (error) {
      hasAbandoned ||= !ended.signal.aborted && (stopped.aborted || error instanceof SdkError);
      throw toFault(name, ended.signal.aborted ? ended.signal.reason : error, stopped);
    } finally {
      running.delete(call);
      // Requests to the model that are still under way are of no use to anyone.
      ended.abort();
      if (hasAbandoned && config.sampling) onAbandoned();
    }
  };

  return {
    elicit: async (request) => answerQuestion(name, request, asked()),
    sample: (request) => answerSampling(name, request, asked()),
    run(context, request) {
      const paysForRequests = config.sampling && context.mcpCall?.sampling !== undefined;
      const isAlone = (context.answers ?? []).length > 0 || paysForRequests;
      return inOrder(isAlone, () => runNow(context, request));
    },
  };
}

const NO_CALLS: ReadonlySet<RunningCall> = new Set();

/** Progress is a sign of life, and nothing else. */
function ignore(): void {}
