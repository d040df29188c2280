import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { start } from './0001_start.ts';
import { retention } from './0002_retention.ts';
import { addReferenceImages } from './0003_reference_images.ts';
import { screening } from './0004_screening.ts';
import { answersOfCases } from './0005_answers_of_cases.ts';
import { decisions } from './0006_decisions.ts';
import { screeningsToErase } from './0007_screenings_to_erase.ts';

/** All migrations by their number and name. Only added to: what was released once never changes. */
export const migrations: Readonly<Record<string, (db: Kysely<Database>) => Promise<void>>> = {
  '0001_start': start,
  '0002_retention': retention,
  '0003_reference_images': addReferenceImages,
  '0004_screening': screening,
  '0005_answers_of_cases': answersOfCases,
  '0006_decisions': decisions,
  '0007_screenings_to_erase': screeningsToErase,
};
