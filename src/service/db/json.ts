import type { ColumnType } from 'kysely';

/** jsonb: read parsed, written as text, because drivers take an array for an array of PostgreSQL. */
export type Json<T> = ColumnType<T, string, string>;

export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
