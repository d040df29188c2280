import type {
  FastifyReply,
  FastifyRequest,
  KoaContext,
  NodeCall,
  NodeRequest,
  NodeResponse,
} from './NodeCall.ts';

/**
 * Finds the request and the response of Node in what a framework calls its handlers with, and tells the framework that
 * it need not answer: `(ctx, next)` of Koa, `(request, reply)` of Fastify, `(req, res, next)` of Express, `(req, res)`.
 */
export function nodeCallOf(first: object, second: unknown, third: unknown): NodeCall {
  if ('req' in first && 'res' in first) {
    const { req, res, request } = first as KoaContext;
    (first as KoaContext).respond = false;
    return { request: withBody(req, request.body), response: res, fail: rethrow };
  }
  if ('raw' in first) {
    const { raw, body } = first as FastifyRequest;
    const reply = second as FastifyReply;
    reply.hijack();
    return { request: withBody(raw, body), response: reply.raw };
  }
  const fail = typeof third === 'function' ? (third as (error: unknown) => unknown) : undefined;
  return { request: first as NodeRequest, response: second as NodeResponse, fail };
}

function withBody(request: NodeRequest, body: unknown): NodeRequest {
  if (body !== undefined && request.body === undefined) request.body = body;
  return request;
}

function rethrow(error: unknown): never {
  throw error;
}
