import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startTracing } from '../../src/service/telemetry/tracing.ts';
import { startTestService } from '../support/service.ts';

test('nothing is exported unless an endpoint is set', async () => {
  expect(await startTracing({})).toBeNull();
  expect(
    await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }),
  ).toBeNull();
});

test('a request continues the trace of its caller, and exports its span', async () => {
  const bodies: Buffer[] = [];
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bodies.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => void collector.close());
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = url;
  onTestFinished(() => void delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);
  const end = await startTracing(process.env);

  const service = await startTestService();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await service.call('GET', '/cases?limit=1', { headers });
  await end!();
  const exported = Buffer.concat(bodies).toString('utf8');
  expect(exported).toContain('idv-verify-service');
  expect(exported).toContain('/v1/cases');
  expect(exported).toContain(traceId);
});
