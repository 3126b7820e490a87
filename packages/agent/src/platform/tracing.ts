import { isRecord } from "../kernel/json.ts";

export type SpanValue = string | number | boolean | readonly string[];

export type SpanAttributes = Readonly<Record<string, SpanValue | undefined>>;

/** A piece of work while it is traced. */
export interface WorkSpan {
  /** Adds what became known of it. */
  set(attributes: SpanAttributes): void;
}

/** Description of a span. Attributes are computed only if tracing is on. */
export interface SpanFacts {
  /** `client`: it waits for another machine. Default: `internal`. */
  readonly kind?: "client" | "internal" | undefined;
  readonly attributes?: (() => SpanAttributes) | undefined;
}

/** Tells a tracer how long work takes, and under which other work it is done. */
export interface Tracing {
  /** Does the work, and answers with what it came to. What it throws is told, and thrown on. */
  span<Result>(
    name: string,
    facts: SpanFacts,
    work: (span: WorkSpan) => Promise<Result>,
  ): Promise<Result>;
}

const NO_SPAN: WorkSpan = { set: () => {} };

/** For where nobody listens: it does the work, and nothing else. */
export const NO_TRACING: Tracing = { span: (_name, _facts, work) => work(NO_SPAN) };

/** Where OpenTelemetry's API of version 1 keeps what was registered in a process. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/**
 * Tells the tracer that was registered in this process, such as by `node --import`, and nobody
 * where none was: then not even the API is loaded. Ask once a start.
 */
export async function openTracing(version: string): Promise<Tracing> {
  const registered: unknown = Reflect.get(globalThis, REGISTERED);
  if (!isRecord(registered) || registered["trace"] === undefined) return NO_TRACING;
  const { SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("reeve", version);
  const kinds = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

  return {
    span: (name, { kind = "internal", attributes }, work) =>
      tracer.startActiveSpan(name, { kind: kinds[kind] }, async (span) => {
        const set = (more: SpanAttributes) => {
          for (const [key, value] of Object.entries(more))
            if (value !== undefined) span.setAttribute(key, isList(value) ? [...value] : value);
        };
        if (attributes && span.isRecording()) set(attributes());
        return work({ set })
          .catch((error: unknown) => {
            const message = error instanceof Error ? error.message : String(error);
            span.setStatus({ code: SpanStatusCode.ERROR, message });
            set({ "error.type": error instanceof Error ? error.name : "unknown" });
            throw error;
          })
          .finally(() => span.end());
      }),
  };
}

function isList(value: SpanValue): value is readonly string[] {
  return typeof value === "object";
}
