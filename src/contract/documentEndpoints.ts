import { documentCalls } from './documentCalls.ts';
import type { Endpoint } from './endpoint.ts';

/** The endpoints for the document of a person. */
export const documentEndpoints = {
  startDocumentCheck: {
    ...documentCalls.startDocumentCheck,
    scope: 'biometrics:write',
    session: true,
    phone: 'selfie',
    bucket: 'selfie',
    status: 201,
    body: 'json',
    summary: 'Start a document check',
  },
  captureDocument: {
    ...documentCalls.captureDocument,
    resource: 'doc',
    scope: 'biometrics:write',
    session: true,
    phone: 'selfie',
    bucket: 'selfie',
    status: 202,
    body: 'multipart',
    summary: 'Send the pictures of a document',
  },
  retrieveDocumentCheck: {
    ...documentCalls.retrieveDocumentCheck,
    resource: 'doc',
    scope: 'biometrics:read',
    session: true,
    phone: 'selfie',
    bucket: 'read',
    status: 200,
    body: 'none',
    summary: 'Read what was read of a document, and what was compared',
  },
} as const satisfies Record<string, Endpoint>;
