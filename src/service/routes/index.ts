import type { Handlers } from '../http/handler.ts';
import { caseRoutes } from './cases.ts';
import { eventRoutes } from './events.ts';
import { personalDetailsRoutes } from './personalDetails.ts';
import { referenceImageRoutes } from './referenceImages.ts';
import { screeningRoutes } from './screenings.ts';
import { selfieCheckRoutes } from './selfieChecks.ts';
import { sessionKeyRoutes } from './sessionKeys.ts';
import { testModeRoutes } from './testMode.ts';
import { webhookEndpointRoutes } from './webhookEndpoints.ts';

/** The handler of every endpoint. */
export const routes: Handlers = {
  ...caseRoutes,
  ...sessionKeyRoutes,
  ...personalDetailsRoutes,
  ...referenceImageRoutes,
  ...selfieCheckRoutes,
  ...screeningRoutes,
  ...testModeRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
};
