import type { CredentialContext } from './credentials/credentialContext.ts';
import type { RateLimiter } from './limits/rateLimiter.ts';
import type { UploadMemoryBudget } from './limits/UploadMemoryBudget.ts';
import type { ReportPrinter } from './screenings/report/ReportPrinter.ts';
import type { ScreeningContext } from './screenings/screeningContext.ts';

/** What routes and background are given: the context of all capabilities together, and the state of the HTTP layer. */
export interface Deps extends ScreeningContext, CredentialContext {
  /** Where pages reach the API, ends in `/v1`. */
  baseUrl: string;
  rateLimits: RateLimiter;
  printer: ReportPrinter;
  state: {
    draining: boolean;
    /** Whether this process has begun to do jobs: leases from before belong to a dead one. */
    hasJobs: boolean;
    /** Idempotency keys of this process: the embedded database has one connection, where a second would wait. */
    inFlight: Set<string>;
    /** Uploads in progress: name of the upload => case of the uploading page, or `null` for a back end. */
    uploads: Map<string, string | null>;
    /** Bounds the memory of these uploads. */
    uploadMemory: UploadMemoryBudget;
  };
}
