import type { Transport } from '../../client/transport.ts';
import type { AmlReport } from '../../contract/amlReport.ts';
import type { AmlScreening, Screen } from '../../contract/amlScreening.ts';
import type { Batch, CreateBatch, ReadBatchResults } from '../../contract/batch.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type {
  AmlException,
  Hit,
  ListedEntity,
  ReadEntity,
  ResolvedHit,
  ResolveHit,
} from '../../contract/hit.ts';
import type { AmlMonitoring, ReadMonitoring } from '../../contract/monitoring.ts';
import type { ListScreenings, ListWatches, Paging } from '../../contract/page.ts';
import type { PutThresholds, Thresholds } from '../../contract/thresholds.ts';
import type { CreateWatch, Watch } from '../../contract/watch.ts';
import { pagedList } from '../pagedList.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** Screening against sanctions and PEP lists. */
export function amlOf(send: Transport) {
  return {
    /** Screens a case or a person. The result may still be `processing`. */
    screen: (body: Screen, options?: PostOptions) =>
      send<AmlScreening>(endpoints.screen, { body, ...options }),
    retrieve: (id: string, options?: RequestOptions) =>
      send<AmlScreening>(endpoints.retrieveScreening, { params: { id }, ...options }),
    /** The complete report of a screening, for the compliance file. */
    report: (id: string, options?: RequestOptions) =>
      send<AmlReport>(endpoints.reportScreening, { params: { id }, ...options }),
    /** The report as the bytes of a PDF. */
    reportPdf: (id: string, options?: RequestOptions) =>
      send<Uint8Array>(endpoints.reportScreening, { params: { id }, accept: 'application/pdf', ...options }),
    /** Newest first. Awaited: one page; with `for await`: every screening. */
    list: (query: Partial<ListScreenings> = {}, options?: RequestOptions) =>
      pagedList<AmlScreening>(
        (cursor) => send(endpoints.listScreenings, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /**
     * Evidence of monitoring per day: the state of each list, and the number of due, completed and quarantined
     * screenings.
     */
    monitoring: (query?: ReadMonitoring, options?: RequestOptions) =>
      send<AmlMonitoring>(endpoints.readMonitoring, { query: { ...query }, ...options }),
    /** False positives that are remembered until a date, earliest end first. Paging as in `list`. */
    listExceptions: (query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<AmlException>(
        (cursor) => send(endpoints.listExceptions, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** The versions of the thresholds, the one in force first. Paging as in `list`. */
    listThresholds: (query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<Thresholds>(
        (cursor) => send(endpoints.listThresholds, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** Sets the thresholds by list, kind and script, as a new version. Needs the scope `aml:admin`. */
    putThresholds: (body: PutThresholds, options?: RequestOptions) =>
      send<Thresholds>(endpoints.putThresholds, { body, ...options }),
    /** A list entry: as loaded now, or as in the dataset of a screening. */
    retrieveEntity: (id: string, query?: ReadEntity, options?: RequestOptions) =>
      send<ListedEntity>(endpoints.retrieveEntity, { params: { id }, query: { ...query }, ...options }),
    /** All hits of a screening, best first; `retrieve` contains only the first 20. Paging as in `list`. */
    listHits: (id: string, query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<Hit>(
        (cursor) => send(endpoints.listHits, { params: { id }, query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** Records whether a hit is the person. It does not change the case: `cases.decide` does. */
    resolveHit: (id: string, hitId: string, body: ResolveHit, options?: PostOptions) =>
      send<ResolvedHit>(endpoints.resolveHit, { params: { id, hitId }, body, ...options }),
    /** Permanently erases a screening without a case. Needs the scope `cases:erase`. */
    erase: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.eraseScreening, { params: { id }, ...options }),
    watches: watchesOf(send),
    batches: batchesOf(send),
  };
}

/** People and organisations without a case that are screened now and after every change of a list. */
function watchesOf(send: Transport) {
  return {
    /** An event `aml_screening.updated` reports each change of the result. */
    create: (body: CreateWatch, options?: PostOptions) =>
      send<Watch>(endpoints.createWatch, { body, ...options }),
    /** Newest first. Awaited: one page; with `for await`: every watch. */
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
    /** Permanently erases a file and its results. Needs the scope `cases:erase`. */
    erase: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.eraseBatch, { params: { id }, ...options }),
    /** Uploads a file in JSON lines or CSV. */
    create: (file: Blob, { format, watch, ...options }: CreateBatch & PostOptions = {}) => {
      const body = new FormData();
      body.append('file', file);
      if (format) body.append('format', format);
      if (watch) body.append('watch', watch);
      return send<Batch>(endpoints.createBatch, { body, ...options });
    },
    /** The batch with its progress. */
    retrieve: (id: string, options?: RequestOptions) =>
      send<Batch>(endpoints.retrieveBatch, { params: { id }, ...options }),
    /** The results of a completed batch, as the bytes of JSON lines or CSV. */
    retrieveResults: (id: string, { format, only, ...options }: ReadBatchResults & RequestOptions = {}) => {
      const accept = format === 'csv' ? 'text/csv' : 'application/jsonl';
      const query = { ...(format && { format }), ...(only && { only }) };
      return send<Uint8Array>(endpoints.retrieveBatchResults, { params: { id }, query, accept, ...options });
    },
  };
}
