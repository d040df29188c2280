import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { AuditLine, ListAudit } from '../../contract/review.ts';
import { pagedList } from '../pagedList.ts';
import type { RequestOptions } from '../requestOptions.ts';

/** The audit log. Needs the scope `audit:read`. */
export function auditOf(send: Transport) {
  return {
    /** Newest first. Awaited: one page; with `for await`: every line. */
    list: (query: Partial<ListAudit> = {}, options?: RequestOptions) =>
      pagedList<AuditLine>(
        (cursor) => send(endpoints.listAudit, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** A page as the bytes of a file. The export is itself logged. */
    export: (format: 'csv' | 'jsonl', query: Partial<ListAudit> = {}, options?: RequestOptions) =>
      send<Uint8Array>(endpoints.listAudit, {
        query: { ...query },
        accept: format === 'csv' ? 'text/csv' : 'application/jsonl',
        ...options,
      }),
  };
}
