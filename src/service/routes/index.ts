import type { Handlers } from '../http/handler.ts';
import type { OpenHandlers } from '../http/mountOpen.ts';
import { batchRoutes } from './batches.ts';
import { brandingRoutes } from './branding.ts';
import { caseRoutes } from './cases.ts';
import { credentialRoutes } from './credentials.ts';
import { documentCheckRoutes } from './documentChecks.ts';
import { eventRoutes } from './events.ts';
import { handoffRoutes, joinRoutes } from './handoffs.ts';
import { keyRoutes } from './keys.ts';
import { linkRoutes, redeemRoutes } from './links.ts';
import { monitoringRoutes } from './monitoring.ts';
import { personalDetailsRoutes } from './personalDetails.ts';
import { referenceImageRoutes } from './referenceImages.ts';
import { reviewRoutes } from './reviews.ts';
import { screeningRoutes } from './screenings.ts';
import { selfieCheckRoutes } from './selfieChecks.ts';
import { sessionKeyRoutes } from './sessionKeys.ts';
import { statsRoutes } from './stats.ts';
import { testModeRoutes } from './testMode.ts';
import { thresholdRoutes } from './thresholds.ts';
import { watchRoutes } from './watches.ts';
import { webhookEndpointRoutes } from './webhookEndpoints.ts';

/** The handler of every endpoint. */
export const routes: Handlers = {
  ...caseRoutes,
  ...sessionKeyRoutes,
  ...linkRoutes,
  ...handoffRoutes,
  ...credentialRoutes,
  ...documentCheckRoutes,
  ...personalDetailsRoutes,
  ...referenceImageRoutes,
  ...selfieCheckRoutes,
  ...reviewRoutes,
  ...screeningRoutes,
  ...monitoringRoutes,
  ...watchRoutes,
  ...batchRoutes,
  ...thresholdRoutes,
  ...testModeRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
  ...brandingRoutes,
  ...statsRoutes,
  ...keyRoutes,
};

/** The handler of every endpoint without a key. */
export const openRoutes: OpenHandlers = { ...redeemRoutes, ...joinRoutes };
