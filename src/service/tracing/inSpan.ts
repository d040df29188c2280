import {
  type Attributes,
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';

interface SpanOptions {
  kind?: SpanKind;
  /** Reads a header; some carry a W3C trace context (https://www.w3.org/TR/trace-context/) to go on from. */
  header?: (name: string) => string | undefined;
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

const readHeader: TextMapGetter<(name: string) => string | undefined> = {
  get: (header, name) => header(name),
  keys: () => [],
};

let isTracing = false;

/** Spans are made from now on. */
export function makeSpans(): void {
  isTracing = true;
}

const untraced: OpenSpan = { traceId: undefined, set: () => {}, headers: () => ({}) };

/** Does work within a span; where none are made, the work alone. */
export async function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, header, attributes = {} }: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  if (!isTracing) return await work(untraced);
  const here = context.active();
  const parent: Context = header ? propagation.extract(here, header, readHeader) : here;
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
