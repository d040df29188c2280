import { expect, test } from 'vitest';
import { IdvApiError, IdvError } from '../../src/client/errors.ts';
import { apiErrorOf } from '../../src/client/transport.ts';
import { errors } from '../../src/contract/errors.ts';

const headers = new Headers({ 'content-type': 'application/problem+json; charset=utf-8' });
const NAMES: Record<number, string> = {
  400: 'ValidationError',
  401: 'AuthenticationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  405: 'NotFoundError',
  409: 'ConflictError',
  410: 'NotFoundError',
  413: 'ValidationError',
  415: 'ValidationError',
  422: 'ValidationError',
  428: 'ConflictError',
  429: 'RateLimitError',
  500: 'ServerError',
  503: 'ServerError',
};

test.each(Object.entries(errors))('%s has a class with a name', (code, [status]) => {
  const error = apiErrorOf(
    { status, headers, text: JSON.stringify({ code, detail: 'Words.' }) },
    0,
    'https://idv.example/v1',
  );
  expect(error).toMatchObject({ name: NAMES[status], status, code });
  expect(error).toBeInstanceOf(IdvApiError);
  expect(error).toBeInstanceOf(IdvError);
});

test('carries every field of the problem response', () => {
  const fields = [{ pointer: '#/returnUrl', code: 'url_invalid', detail: 'Words.' }];
  const problem = {
    code: 'case_state_conflict',
    detail: 'The case is over.',
    requestId: 'req_1',
    retryable: false,
    errors: fields,
    currentStatus: 'canceled',
    allowedTransitions: ['approved'],
  };
  expect(
    apiErrorOf({ status: 409, headers, text: JSON.stringify(problem) }, 0, 'https://idv.example/v1'),
  ).toMatchObject({
    message: 'The case is over. (case_state_conflict, req_1)',
    requestId: 'req_1',
    retryable: false,
    errors: fields,
    currentStatus: 'canceled',
    allowedTransitions: ['approved'],
  });
});

test.each(['<html>', '', 'null', '{'])('uses only the status if the body is %j', (text) => {
  const plain = new Headers({ 'request-id': 'req_2' });
  for (const value of [headers, plain]) {
    const error = apiErrorOf({ status: 502, headers: value, text }, 0, 'https://idv.example/v1');
    expect(error).toMatchObject({ name: 'ServerError', code: 'http_502', retryable: true, errors: [] });
  }
  expect(apiErrorOf({ status: 418, headers: plain, text }, 0, 'https://idv.example/v1').requestId).toBe(
    'req_2',
  );
});
