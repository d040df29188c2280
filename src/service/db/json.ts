import type { ColumnType } from 'kysely';

/**
 * A jsonb column: parsed when read, written as text, because drivers would convert a JavaScript array to a PostgreSQL
 * array.
 */
export type Json<T> = ColumnType<T, string, string>;

export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
