import type { Transport } from '../../client/transport.ts';
import type { AmlReport } from '../../contract/amlReport.ts';
import type { AmlScreening, Screen } from '../../contract/amlScreening.ts';
import type { Batch, CreateBatch, ReadBatchResults } from '../../contract/batch.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { AmlException, Hit, ListedEntity, ReadEntity, ResolveHit } from '../../contract/hit.ts';
import type { AmlMonitoring, ReadMonitoring } from '../../contract/monitoring.ts';
import type { ListScreenings, ListWatches, Paging } from '../../contract/page.ts';
import type { CreateWatch, Watch } from '../../contract/watch.ts';
import { pagedList } from '../pagedList.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** Screening against sanctions and PEP lists. */
export function amlOf(send: Transport) {
  return {
    /** Of a case or of a person. The answer may still be `processing`. */
    screen: (body: Screen, options?: PostOptions) =>
      send<AmlScreening>(endpoints.screen, { body, ...options }),
    retrieve: (id: string, options?: RequestOptions) =>
      send<AmlScreening>(endpoints.retrieveScreening, { params: { id }, ...options }),
    /** All that there is to file of a screening. */
    report: (id: string, options?: RequestOptions) =>
      send<AmlReport>(endpoints.reportScreening, { params: { id }, ...options }),
    /** The same as the bytes of a PDF. */
    reportPdf: (id: string, options?: RequestOptions) =>
      send<Uint8Array>(endpoints.reportScreening, { params: { id }, accept: 'application/pdf', ...options }),
    /** Newest first: awaited, one page; with `for await`, every screening. */
    list: (query: Partial<ListScreenings> = {}, options?: RequestOptions) =>
      pagedList<AmlScreening>(
        (cursor) => send(endpoints.listScreenings, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** The proof of every day: what became of each list, and who was due, done and put aside. */
    monitoring: (query?: ReadMonitoring, options?: RequestOptions) =>
      send<AmlMonitoring>(endpoints.readMonitoring, { query: { ...query }, ...options }),
    /** False alerts that are remembered until a day, the first to end first, as `list` gives screenings. */
    listExceptions: (query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<AmlException>(
        (cursor) => send(endpoints.listExceptions, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** A list entry: as loaded now, or as the screenings of `dataset` saw it. */
    retrieveEntity: (id: string, query?: ReadEntity, options?: RequestOptions) =>
      send<ListedEntity>(endpoints.retrieveEntity, { params: { id }, query: { ...query }, ...options }),
    /** All hits of a screening, best first, as `list` gives screenings: `retrieve` has the first 20 alone. */
    listHits: (id: string, query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<Hit>(
        (cursor) => send(endpoints.listHits, { params: { id }, query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** Says whether a hit of a screening is the person. It never moves the case: `cases.decide` does. */
    resolveHit: (id: string, hitId: string, body: ResolveHit, options?: PostOptions) =>
      send<Hit>(endpoints.resolveHit, { params: { id, hitId }, body, ...options }),
    /** Erases a screening without a case, for good. Needs the scope `cases:erase`. */
    erase: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.eraseScreening, { params: { id }, ...options }),
    watches: watchesOf(send),
    batches: batchesOf(send),
  };
}

/** People and organisations that are screened without a case, now and whenever a list changes. */
function watchesOf(send: Transport) {
  return {
    /** Each change of the result is reported by `aml_screening.updated`. */
    create: (body: CreateWatch, options?: PostOptions) =>
      send<Watch>(endpoints.createWatch, { body, ...options }),
    /** Newest first: awaited, one page; with `for await`, every watch. */
    list: (query: Partial<ListWatches> = {}, options?: RequestOptions) =>
      pagedList<Watch>(
        (cursor) => send(endpoints.listWatches, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    retrieve: (id: string, options?: RequestOptions) =>
      send<Watch>(endpoints.retrieveWatch, { params: { id }, ...options }),
    /** Ends a watch and erases its screenings. Needs the scope `cases:erase`. */
    delete: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.deleteWatch, { params: { id }, ...options }),
  };
}

/** Files of people and organisations that are screened in the background. */
function batchesOf(send: Transport) {
  return {
    /** Erases a file and its answers, for good. Needs the scope `cases:erase`. */
    erase: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.eraseBatch, { params: { id }, ...options }),
    /** JSON lines or CSV. */
    create: (file: Blob, { format, ...options }: CreateBatch & PostOptions = {}) => {
      const body = new FormData();
      body.append('file', file);
      if (format) body.append('format', format);
      return send<Batch>(endpoints.createBatch, { body, ...options });
    },
    /** The batch with its progress. */
    retrieve: (id: string, options?: RequestOptions) =>
      send<Batch>(endpoints.retrieveBatch, { params: { id }, ...options }),
    /** The results of a completed batch: the bytes of JSON lines, or of CSV. */
    retrieveResults: (id: string, { format, ...options }: ReadBatchResults & RequestOptions = {}) => {
      const accept = format === 'csv' ? 'text/csv' : 'application/jsonl';
      const query = format ? { format } : {};
      return send<Uint8Array>(endpoints.retrieveBatchResults, { params: { id }, query, accept, ...options });
    },
  };
}
