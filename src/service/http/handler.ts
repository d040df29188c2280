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

/** A request as a handler sees it: known, permitted and valid. */
export interface ApiRequest<Name extends EndpointName = EndpointName> {
  deps: Deps;
  /** The transaction of a request that changes something; the database for one that reads. */
  tx: Kysely<Database>;
  caller: Caller;
  requestId: string;
  params: Record<string, string>;
  query: Out<Name, 'query'>;
  body: Out<Name, 'body'>;
  /** The files of a multipart body by the name of their field, in order. */
  files: UploadedFiles;
  header(name: string): string | undefined;
  /** The network address of the client, as limits count it. */
  address(): string;
  /** Whether an answer is stored for its Idempotency-Key, which will be repeated: nothing needs to be worked out. */
  isRepeated(): Promise<boolean>;
}

/** The response of a handler; the status of success is in the endpoint table unless given here. */
export type ApiAnswer<Name extends EndpointName = EndpointName> = {
  body?: Out<Name, 'response'> | Out<Name, 'sessionResponse'> | OtherBody<Name>;
  headers?: Record<string, string>;
  status?: number;
  /** A refusal that changes something: sent in place of the response, after the commit. */
  refusal?: ApiError;
} & ((typeof endpoints)[Name]['method'] extends 'POST' ? OfCase : Partial<OfCase>);

/** Bytes where the table names another media type than JSON. */
type OtherBody<Name extends EndpointName> = (typeof endpoints)[Name] extends { otherTypes: readonly string[] }
  ? Uint8Array | ReadableStream<Uint8Array>
  : never;

interface OfCase {
  /**
   * The case of the response, or the screening or watch without one: a response stored for idempotency is erased
   * with it.
   */
  caseId: string | null;
}

export type Handler<Name extends EndpointName> = (request: ApiRequest<Name>) => Promise<ApiAnswer<Name>>;

/**
 * A handler in two steps. The first one does slow work and checks that a repeated request needs too, such as decoding
 * pictures or requiring one more scope; it returns the second one, which runs in the transaction.
 */
export interface PreparedHandler<Name extends EndpointName> {
  /** The schema of the body where it depends on who asks about what; by default that of the contract. */
  bodySchema?(caller: Caller, resource: ResourceOf<Name>): z.ZodMiniType;
  /** Its work is one `pipelinedTransaction`: it is given the database where no transaction is needed for anything else. */
  isAtOnce?: true;
  prepare(request: Omit<ApiRequest<Name>, 'tx'>): Promise<(tx: Kysely<Database>) => Promise<ApiAnswer<Name>>>;
  /**
   * Asked before an answer is repeated, which a key of more scopes may have been given.
   * @throws {ApiError}
   */
  beforeReplay?(caller: Caller, body: Out<Name, 'response'>): void;
}

export type Handlers = { [Name in EndpointName]: Handler<Name> | PreparedHandler<Name> };
