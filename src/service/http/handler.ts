import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { EndpointName, endpointSchemas } from '../../contract/index.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';
import type { UploadedFile } from './uploadedFile.ts';

type Schemas = typeof endpointSchemas;
type Out<Name extends EndpointName, Part extends string> =
  Schemas[Name] extends Record<Part, infer Schema>
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
  /** The files of a multipart body, in order. */
  files: UploadedFile[];
  header(name: string): string | undefined;
}

/** What a handler answers; the status of success stands in the table of endpoints unless it says another. */
export interface ApiAnswer<Name extends EndpointName = EndpointName> {
  body?: Out<Name, 'response'> | Out<Name, 'sessionResponse'>;
  headers?: Record<string, string>;
  status?: number;
}

export type Handler<Name extends EndpointName> = (request: ApiRequest<Name>) => Promise<ApiAnswer<Name>>;

/**
 * A handler in two steps: what takes long is done first, such as decoding pictures; what it gives back is run in the
 * transaction.
 */
export interface PreparedHandler<Name extends EndpointName> {
  prepare(request: Omit<ApiRequest<Name>, 'tx'>): Promise<(tx: Kysely<Database>) => Promise<ApiAnswer<Name>>>;
}

export type Handlers = { [Name in EndpointName]: Handler<Name> | PreparedHandler<Name> };
