import type { Selectable } from 'kysely';
import type { CasesTable } from '../db/schema.ts';

/** A case as it is stored. */
export type CaseRow = Selectable<CasesTable>;
