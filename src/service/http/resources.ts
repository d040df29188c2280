import { amlBatches } from '../db/store/amlBatches.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import { amlWatches } from '../db/store/amlWatches.ts';
import { apiKeys } from '../db/store/apiKeys.ts';
import { cases } from '../db/store/cases.ts';
import { events } from '../db/store/events.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';

/** How each kind of resource that the `:id` of a path names is found. */
export const resources = {
  case: cases.find,
  bio: selfieChecks.find,
  aml: amlScreenings.find,
  watch: amlWatches.find,
  batch: amlBatches.find,
  we: webhookEndpoints.find,
  evt: events.find,
  key: apiKeys.find,
} as const;
