import type { Kysely } from 'kysely';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from './schema.ts';

/** Opens the vault of a database inside a transaction, for a migration that seals existing values. */
export type OpenVault = (tx: Kysely<Database>) => Promise<Vault>;
