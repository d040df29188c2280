import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { EndpointName, endpointSchemas, endpoints } from '../../contract/index.ts';
import type { ApiError } from '../ApiError.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './env.ts';
import type { UploadedFiles } from './readMultipart.ts';
import type { ResourceOf } from './requireResource.ts';

type Out<Name extends EndpointName, Part extends string> =
  (typeof endpointSchemas)[Name] extends Record<Part, infer Schema>
    ? Schema extends z.ZodMiniType
      ? z.output<Schema>
      : undefined
    : undefined;

/** A request as passed to a handler: authenticated, authorised and validated. */
export interface ApiRequest<Name extends EndpointName = EndpointName> {
  deps: Deps;
  /** The transaction for a request that writes; the database for one that only reads. */
  tx: Kysely<Database>;
  caller: Caller;
  requestId: string;
  params: Record<string, string>;
  query: Out<Name, 'query'>;
  body: Out<Name, 'body'>;
  /** The files of a multipart body by field name, in order. */
  files: UploadedFiles;
  header(name: string): string | undefined;
  /** The client's network address, as counted by rate limits. */
  address(): string;
  /** Whether a response is stored for the Idempotency-Key. It will be repeated, so expensive work can be skipped. */
  isRepeated(): Promise<boolean>;
}

/** The response of a handler; the status of success is in the endpoint table unless given here. */
export type ApiAnswer<Name extends EndpointName = EndpointName> = {
  body?: Out<Name, 'response'> | Out<Name, 'sessionResponse'> | OtherBody<Name>;
  headers?: Record<string, string>;
  status?: number;
  /** A refusal that changed rows: sent instead of the response, after the commit. */
  refusal?: ApiError;
} & ((typeof endpoints)[Name]['method'] extends 'POST' ? OfCase : Partial<OfCase>);

/** Bytes if the table names a media type other than JSON. */
type OtherBody<Name extends EndpointName> = (typeof endpoints)[Name] extends { otherTypes: readonly string[] }
  ? Uint8Array | ReadableStream<Uint8Array>
  : never;

interface OfCase {
  /**
   * The case of the response, or the screening or watch without a case: a response stored for idempotency is erased
   * with it.
   */
  caseId: string | null;
}

export type Handler<Name extends EndpointName> = (request: ApiRequest<Name>) => Promise<ApiAnswer<Name>>;

/**
 * A handler in two steps. The first step does slow work, such as decoding pictures, and checks that apply to repeated
 * requests too, such as requiring one more scope. It returns the second step, which runs in the transaction.
 */
export interface PreparedHandler<Name extends EndpointName> {
  /** The schema of the body if it depends on the caller or the resource; by default that of the contract. */
  bodySchema?(caller: Caller, resource: ResourceOf<Name>): z.ZodMiniType;
  prepare(request: Omit<ApiRequest<Name>, 'tx'>): Promise<(tx: Kysely<Database>) => Promise<ApiAnswer<Name>>>;
  /**
   * Called before a stored response is repeated, which a key with more scopes may have created.
   * @throws {ApiError}
   */
  beforeReplay?(caller: Caller, body: Out<Name, 'response'>): void;
}

export type Handlers = { [Name in EndpointName]: Handler<Name> | PreparedHandler<Name> };
