import type { Organisation } from './organisation.ts';
import type { Person } from './person.ts';

/** Whom to screen: a person or an organisation. */
export type Subject =
  | { person: Person; organisation?: undefined }
  | { organisation: Organisation; person?: undefined };
