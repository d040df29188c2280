import type { CredentialContext } from './credentials/credentialContext.ts';
import type { RateLimiter } from './limits/rateLimiter.ts';
import type { UploadMemoryBudget } from './limits/UploadMemoryBudget.ts';
import type { ReportPrinter } from './screenings/report/ReportPrinter.ts';
import type { ScreeningContext } from './screenings/screeningContext.ts';

/** Dependencies of routes and background work: the context of all capabilities, and the state of the HTTP layer. */
export interface Deps extends ScreeningContext, CredentialContext {
  /** Base URL of the API for pages; ends in `/v1`. */
  baseUrl: string;
  rateLimits: RateLimiter;
  printer: ReportPrinter;
  state: {
    draining: boolean;
    /** Whether this process has started to run jobs: earlier leases belong to a dead process. */
    hasJobs: boolean;
    /**
     * Idempotency keys in progress in this process: the embedded database has one connection, on which a second request
     * would wait.
     */
    inFlight: Set<string>;
    /** Uploads in progress: name of the upload => case of the uploading page, or `null` for a back end. */
    uploads: Map<string, string | null>;
    /** Number of open streams by case. */
    streams: Map<string, number>;
    /** Memory budget of these uploads. */
    uploadMemory: UploadMemoryBudget;
  };
}
