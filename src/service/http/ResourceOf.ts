import type { EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { resources } from './resources.ts';

type KindOf<Name extends EndpointName> = (typeof endpoints)[Name] extends { resource: infer K } ? K : never;

/** The row that the `:id` of an endpoint names. */
export type ResourceOf<Name extends EndpointName> = {
  [Kind in keyof typeof resources]: NonNullable<Awaited<ReturnType<(typeof resources)[Kind]>>>;
}[Extract<KindOf<Name>, keyof typeof resources>];
