import { IdvApiError } from './errors.ts';

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends IdvApiError {
  override name = 'AuthenticationError';
}

/** 403: the key does not grant access to this resource. */
export class PermissionError extends IdvApiError {
  override name = 'PermissionError';
}

/** 404, 405, 410: the resource or route does not exist, or no longer exists. */
export class NotFoundError extends IdvApiError {
  override name = 'NotFoundError';
}

/** 409, 428: the state of the resource does not allow it. */
export class ConflictError extends IdvApiError {
  override name = 'ConflictError';
}

/** 400, 413, 415, 422: the request itself is wrong; `errors` says where. */
export class ValidationError extends IdvApiError {
  override name = 'ValidationError';
}

/** 429: too many requests. */
export class RateLimitError extends IdvApiError {
  override name = 'RateLimitError';
}

/** 5xx: the service failed. */
export class ServerError extends IdvApiError {
  override name = 'ServerError';
}
