import {
  type Attributes,
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

interface SpanOptions {
  kind?: SpanKind;
  /** Headers that may carry a W3C trace context (https://www.w3.org/TR/trace-context/) to go on from. */
  carrier?: Record<string, string>;
  /** Patterns, kinds, counts: never a value that somebody typed. */
  attributes?: Attributes;
}

/** What a span knows while it lasts. */
export interface OpenSpan {
  /** 32 hexadecimal digits; `undefined` where nothing is traced. */
  traceId: string | undefined;
  set(attributes: Attributes): void;
  /** The headers that carry the trace on to whoever is called. */
  headers(): Record<string, string>;
}

/** Does work within a span. Where no exporter is set, this costs next to nothing and the work is the same. */
export async function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, carrier = {}, attributes = {} }: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const parent: Context = propagation.extract(context.active(), carrier);
  const span = trace.getTracer('idv-verify').startSpan(name, { kind, attributes }, parent);
  const own = trace.setSpan(parent, span);
  const { traceId } = span.spanContext();
  try {
    return await work({
      traceId: span.isRecording() ? traceId : undefined,
      set: (more) => void span.setAttributes(more),
      headers: () => {
        const headers: Record<string, string> = {};
        propagation.inject(own, headers);
        return headers;
      },
    });
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
