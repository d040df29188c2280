import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds the reference pictures of customers, with which selfies are compared. */
export async function addReferenceImages(db: Kysely<Database>): Promise<void> {
  await sql
    .raw(
      `create table reference_images (
        case_id text collate "C" primary key references cases on delete cascade, media_type text not null,
        sealed bytea not null, created_at timestamptz(3) not null)`,
    )
    .execute(db);
}
