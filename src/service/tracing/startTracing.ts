import { makeSpans } from './inSpan.ts';

/**
 * Exports spans as the environment variables of OpenTelemetry say, if `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set: nobody is called otherwise, and nothing of it is loaded.
 * @returns sends what is waiting and ends; `null` where nothing is exported.
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
