import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IdvApiError, IdvError, isIdvError } from '../../src/client/errors.ts';
import { errors } from '../../src/contract/errors.ts';
import { WebhookVerificationError } from '../../src/server/webhooks/verifyWebhook.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const headings = [...read('docs/errors.md').matchAll(/^### `(\w+)`$/gm)].map((match) => match[1]!);

/** The string literals of a union type in the sources. */
const members = (path: string, type: string) =>
  new RegExp(`type ${type} =([^;]*);`).exec(read(path))![1]!.match(/(?<=\| ')\w+(?=')/g)!;

test('every code has its own heading, and every heading has a code', () => {
  const codes = [
    ...Object.keys(errors),
    ...members('src/client/errors.ts', 'ClientErrorCode'),
    'http_status',
    ...members('src/client/errors.ts', 'WebhookRefusal'),
    ...members('src/widget/events.ts', 'ErrorReportCode').filter((code) => code !== 'timeout'),
  ];
  expect(codes.length).toBeGreaterThan(60);
  expect(headings.toSorted()).toEqual(codes.toSorted());
});

test('the page names every reason for a missing camera picture', () => {
  const problems = members('src/widget/events.ts', 'CameraProblem');
  expect(problems.filter((problem) => !read('docs/errors.md').includes(`\`camera_${problem}\``))).toEqual([]);
});

test('the URL of an error points to its heading', () => {
  const refused = {
    status: 502,
    detail: '',
    requestId: null,
    retryable: true,
    errors: [],
    retryAfterMs: null,
  };
  const failure = {
    ...refused,
    code: 'http_502',
    currentStatus: null,
    allowedTransitions: [],
    errorsUrl: null,
  };
  const found = [
    new IdvError('', { code: 'key_malformed' }),
    new WebhookVerificationError('signature_mismatch', ''),
    new IdvApiError(failure),
    new IdvApiError({ ...failure, code: 'version_conflict', errorsUrl: 'https://idv.example/v1/errors' }),
  ].map(({ docUrl }) => docUrl);
  expect(found).toEqual([
    ...['key_malformed', 'signature_mismatch', 'http_status'].map(
      (code) => `node_modules/idv-verify/docs/errors.md#${code}`,
    ),
    'https://idv.example/v1/errors#version_conflict',
  ]);
});

test('the guard distinguishes library errors from others, and by code', () => {
  const error = new IdvError('', { code: 'timeout' });
  expect([
    isIdvError(error),
    isIdvError(error, 'redirected', 'timeout'),
    isIdvError(error, 'redirected'),
  ]).toEqual([true, true, false]);
  expect(isIdvError(Object.assign(new Error(), { code: 'timeout' }))).toBe(false);
});
