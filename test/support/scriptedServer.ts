import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** The response: a status with a JSON body, or a function that writes it. */
export type Answer =
  | [status: number, body?: unknown, headers?: Record<string, string>]
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** A listening server that returns the listed responses in sequence and repeats the last one, until the test ends. */
export async function scriptedServer(
  ...answers: Answer[]
): Promise<{ baseUrl: string; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
    const answer = answers[Math.min(requests.length, answers.length) - 1]!;
    if (typeof answer === 'function') return answer(response, request);
    const [status, body, extra] = answer;
    response.writeHead(status, { 'content-type': contentType(status), ...extra });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

/** A problem with that code, as the service would answer it. */
export function problem(status: number, code: string, more: object = {}): Answer {
  return [
    status,
    { title: code, status, detail: 'Words.', code, requestId: 'req_1', retryable: false, ...more },
  ];
}

function contentType(status: number): string {
  return status >= 400 ? 'application/problem+json' : 'application/json';
}
