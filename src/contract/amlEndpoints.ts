import type { Endpoint } from './endpoint.ts';
import { endpointDefaults } from './endpointDefaults.ts';

const { read, write } = endpointDefaults;

/** The endpoints of screening. */
export const amlEndpoints = {
  screen: {
    ...write,
    path: '/aml/screen',
    scope: 'aml:write',
    bucket: 'aml',
    status: 201,
    summary: 'Screen a case or a person against the lists',
  },
  retrieveScreening: {
    ...read,
    path: '/aml/screen/:id',
    resource: 'aml',
    scope: 'aml:read',
    summary: 'Read a screening',
  },
  reportScreening: {
    ...read,
    path: '/aml/screen/:id/report',
    resource: 'aml',
    scope: 'aml:read',
    otherTypes: ['application/pdf'],
    summary: 'Read the report of a screening, for the file',
  },
  listScreenings: {
    ...read,
    path: '/aml/screen',
    scope: 'aml:read',
    summary: 'List screenings, newest first',
  },
  retrieveEntity: {
    ...read,
    path: '/aml/entities/:id',
    scope: 'aml:read',
    summary: 'Read what a list says of an entity',
  },
  resolveHit: {
    ...write,
    path: '/aml/screen/:id/hits/:hitId/resolution',
    resource: 'aml',
    scope: 'review:write',
    summary: 'Say whether a hit is the person',
  },
  createWatch: {
    ...write,
    path: '/aml/watch',
    scope: 'aml:write',
    bucket: 'aml',
    status: 201,
    hasLocation: true,
    summary: 'Screen somebody without a case, now and whenever a list changes',
  },
  listWatches: {
    ...read,
    path: '/aml/watch',
    scope: 'aml:read',
    summary: 'List who is watched without a case, newest first',
  },
  retrieveWatch: {
    ...read,
    path: '/aml/watch/:id',
    resource: 'watch',
    scope: 'aml:read',
    summary: 'Read a watch',
  },
  deleteWatch: {
    ...write,
    method: 'DELETE',
    path: '/aml/watch/:id',
    resource: 'watch',
    scope: 'aml:write',
    status: 204,
    body: 'none',
    summary: 'Watch somebody no longer',
  },
  createBatch: {
    ...write,
    path: '/aml/batches',
    scope: 'aml:write',
    bucket: 'aml',
    status: 202,
    body: 'multipart',
    hasLocation: true,
    summary: 'Screen a file of people and organisations in the background',
  },
  retrieveBatch: {
    ...read,
    path: '/aml/batches/:id',
    resource: 'batch',
    scope: 'aml:read',
    summary: 'Read how far a file is screened',
  },
  retrieveBatchResults: {
    ...read,
    path: '/aml/batches/:id/results',
    resource: 'batch',
    scope: 'aml:read',
    otherTypes: ['application/jsonl', 'text/csv'],
    summary: 'Download the answers to a file',
  },
} as const satisfies Record<string, Endpoint>;
