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
  /**
   * Reads a request header. The headers may contain a W3C trace context (https://www.w3.org/TR/trace-context/), which
   * the span continues.
   */
  header?: (name: string) => string | undefined;
  /** Patterns, kinds and counts: never a value that a person typed. */
  attributes?: Attributes;
}

/** The attributes of a running span. */
export interface OpenSpan {
  /** 32 hexadecimal digits; `undefined` if the span is not recorded. */
  traceId: string | undefined;
  set(attributes: Attributes): void;
  /** The headers that propagate the trace to the called service. */
  headers(): Record<string, string>;
}

const readHeader: TextMapGetter<(name: string) => string | undefined> = {
  get: (header, name) => header(name),
  keys: () => [],
};

let isTracing = false;

/** Enables spans. */
function makeSpans(): void {
  isTracing = true;
}

const untraced: OpenSpan = { traceId: undefined, set: () => {}, headers: () => ({}) };

/** Runs work in a span. Without tracing, only runs the work. */
export async function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, header, attributes = {} }: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  if (!isTracing) return await work(untraced);
  const active = context.active();
  const parent: Context = header ? propagation.extract(active, header, readHeader) : active;
  const span = trace.getTracer('idv-verify').startSpan(name, { kind, attributes }, parent);
  const spanContext = trace.setSpan(parent, span);
  const { traceId } = span.spanContext();
  try {
    return await work({
      traceId: span.isRecording() ? traceId : undefined,
      set: (attributes) => void span.setAttributes(attributes),
      headers: () => {
        const headers: Record<string, string> = {};
        propagation.inject(spanContext, headers);
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

/**
 * Exports spans as the environment variables of OpenTelemetry say, if `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set. Otherwise no exporter is loaded, and no connection is made.
 * @returns a function that flushes and shuts down; `null` without an exporter.
 */
export async function startTracing(
  env: Readonly<Record<string, string | undefined>>,
): Promise<(() => Promise<void>) | null> {
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!endpoint || env['OTEL_SDK_DISABLED'] === 'true') return null;
  const [{ propagation, trace }, core, base, resources, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const name = { 'service.name': env['OTEL_SERVICE_NAME'] || 'idv-verify-service' };
  const provider = new base.BasicTracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(name)),
    spanProcessors: [new base.BatchSpanProcessor(new otlp.OTLPTraceExporter())],
  });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  makeSpans();
  return async () => await provider.shutdown();
}
