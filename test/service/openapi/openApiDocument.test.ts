import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type EndpointSchemas, endpointSchemas } from '../../../src/contract/endpointSchemas.ts';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { errors } from '../../../src/contract/errors.ts';
import { Event, EventType } from '../../../src/contract/events.ts';
import { openEndpoints } from '../../../src/contract/openEndpoints.ts';
import { walletEndpoints } from '../../../src/contract/walletEndpoints.ts';
import { openApiDocument } from '../../../src/service/openapi/openApiDocument.ts';
import { operationNotes } from '../../../src/service/openapi/operation.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of free form
const document = openApiDocument('https://id.shop.example/v1') as any;

/** Lints as `redocly lint --extends=recommended` does, offline. */
async function lint(content: unknown): Promise<{ severity: string; ruleId: string; message: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-openapi-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(content));
    const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    const args = [cli, 'lint', '--extends=recommended', '--format=json', 'openapi.json'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
      (error: { stdout: string }) => error,
    );
    return JSON.parse(stdout).problems;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the linter', () => {
  test('finds nothing, not even a warning', async () => {
    const { servers, ...local } = openApiDocument('http://localhost:4010/v1') as typeof document;
    // Only the address differs, and one run of the linter looks at both.
    expect({ ...local, servers: document.servers }).toEqual(document);
    expect(await lint({ ...document, servers: [...document.servers, ...servers] })).toEqual([]);
  });

  test('detects an error', async () => {
    const broken = structuredClone(document);
    delete broken.paths['/cases'].post.operationId;
    broken.components.schemas.Unused = { type: 'string' };
    expect((await lint(broken)).map((problem) => problem.ruleId).sort()).toEqual([
      'no-unused-components',
      'operation-operationId',
    ]);
  });
});

describe('the document', () => {
  test('has exactly the endpoints of the route table and of the service', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const table = [endpoints, openEndpoints, walletEndpoints].flatMap((some) =>
      Object.values(some).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(described.sort()).toEqual([...table, 'GET /openapi.json', 'GET /healthz', 'GET /readyz'].sort());
    expect(document.servers).toEqual([{ url: 'https://id.shop.example/v1' }]);
  });

  test('mentions every code that a caller can meet', () => {
    const text = JSON.stringify(document);
    const missing = Object.keys(errors).filter((code) => !text.includes(`\`${code}\``));
    // The pages of the desk are not in the document.
    expect(missing).toEqual(['frames_unseen']);
  });

  test('describes how to call each endpoint', () => {
    expect(document.paths['/cases'].post.security).toEqual([{ apiKey: [] }]);
    expect(document.paths['/cases/{id}'].get.security).toEqual([{ apiKey: [] }, { sessionKey: [] }]);
    const hasKey = (operation: { parameters: { $ref?: string }[] }) =>
      operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    type Described = { parameters?: []; security: [] };
    for (const methods of Object.values(document.paths) as Record<string, Described>[]) {
      for (const [method, operation] of Object.entries(methods)) {
        const isKeyed = operation.security.length > 0 && method === 'post';
        if (operation.parameters) expect(hasKey(operation as { parameters: [] })).toBe(isKeyed);
      }
    }
    const wallet = document.paths['/wallet/{token}'];
    expect(Object.keys(wallet.post.requestBody.content)).toEqual(['application/x-www-form-urlencoded']);
    expect(Object.keys(wallet.get.responses[200].content)).toEqual(['application/oauth-authz-req+jwt']);
    const names = document.paths['/cases'].get.parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual([
      'limit',
      'cursor',
      'status',
      'type',
      'clientReferenceId',
      'createdAfter',
      'createdBefore',
    ]);
  });

  test('describes a number of a query as one', () => {
    const [limit] = document.paths['/cases'].get.parameters;
    expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  });

  test('documents the response for a session key without access', () => {
    const text = JSON.stringify(document.paths['/cases/{id}/decision'].post.responses[403]);
    expect(text).toContain('`session_scope_exceeded`');
  });

  test('describes the capture as it is sent', () => {
    const { content } = document.paths['/biometrics/selfie-check/{id}/capture'].post.requestBody;
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    expect(content['multipart/form-data'].schema.required).toEqual(['nonce', 'steps', 'frames']);
  });

  test('every event type is a webhook with a valid example', () => {
    expect(Object.keys(document.webhooks)).toEqual(EventType.options);
    for (const { post } of Object.values(document.webhooks) as { post: typeof document }[]) {
      expect(Event.safeParse(post.requestBody.content['application/json'].example).error).toBeUndefined();
    }
  });

  test.each(Object.entries(operationNotes).filter(([, note]) => note.example))(
    'the example of %s would be taken',
    (name, { example }) => {
      const { body }: EndpointSchemas = endpointSchemas[name as EndpointName];
      expect(body?.safeParse(example).error).toBeUndefined();
    },
  );
});
