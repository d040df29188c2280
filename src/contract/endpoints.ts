import { amlEndpoints } from './amlEndpoints.ts';
import { brandingEndpoints } from './brandingEndpoints.ts';
import { caseEndpoints } from './caseEndpoints.ts';
import { credentialEndpoints } from './credentialEndpoints.ts';
import { documentEndpoints } from './documentEndpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints } from './eventEndpoints.ts';
import { handoffEndpoints } from './handoffEndpoints.ts';
import { keyEndpoints } from './keyEndpoints.ts';
import { linkEndpoints } from './linkEndpoints.ts';
import { reviewEndpoints } from './reviewEndpoints.ts';
import { sessionEndpoints } from './sessionEndpoints.ts';
import { statsEndpoints } from './statsEndpoints.ts';
import { testModeEndpoints } from './testModeEndpoints.ts';
import { webhookEndpointEndpoints } from './webhookEndpointEndpoints.ts';

/** Every endpoint: the routes, the client and the OpenAPI description come from this table. */
export const endpoints = {
  ...sessionEndpoints,
  ...caseEndpoints,
  ...reviewEndpoints,
  ...linkEndpoints,
  ...handoffEndpoints,
  ...credentialEndpoints,
  ...documentEndpoints,
  ...amlEndpoints,
  ...webhookEndpointEndpoints,
  ...eventEndpoints,
  ...brandingEndpoints,
  ...statsEndpoints,
  ...keyEndpoints,
  ...testModeEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
