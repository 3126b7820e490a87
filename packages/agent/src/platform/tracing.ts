import { isRecord } from "../kernel/text/json.ts";

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

/** Reports the duration and the parent of work to a tracer. */
export interface Tracing {
  /** Runs the work and returns its result. Reports and rethrows its errors. */
  span<Result>(
    name: string,
    facts: SpanFacts,
    work: (span: WorkSpan) => Promise<Result>,
  ): Promise<Result>;
}

const NO_SPAN: WorkSpan = { set: () => {} };

/** Tracing that only runs the work. */
export const NO_TRACING: Tracing = { span: (_name, _facts, work) => work(NO_SPAN) };

/** Key under which OpenTelemetry's API version 1 stores its registrations in a process. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/**
 * Opens tracing with the tracer registered in this process, for example by `node --import`. Without one,
 * does nothing and does not even load the API. Call it once at startup.
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
